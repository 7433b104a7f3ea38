// Spans of OpenTelemetry. They are recorded only while there is a sink (metrics/otlp.ts), else this costs a comparison.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Names the current span, as W3C Trace Context does. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface TraceSpan extends SpanContext {
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  /** Unset unless the work failed. */
  readonly error: string | undefined;
}

interface Recording {
  readonly onSpan: (span: TraceSpan) => void;
  /** From 0 to 1: the part of requests without a parent that is recorded. */
  readonly ratio: number;
  readonly random: () => number;
}

const state: { recording?: Recording | undefined } = {};
const current = new AsyncLocalStorage<SpanContext>();
const now = (): number => performance.timeOrigin + performance.now();

/** Returns a function that ends the recording. */
export function recordSpans(recording: Recording): () => void {
  state.recording = recording;
  return () => {
    if (state.recording === recording) state.recording = undefined;
  };
}

/** W3C Trace Context, level 1: version, trace, parent, flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface ServerSpan {
  /** Runs what belongs to the request. */
  readonly run: (work: () => void) => void;
  readonly end: (name: string, attributes: Attributes, error?: string) => void;
}

/** Begins the span of a request; undefined if it is not recorded. `parent` is its trusted `traceparent`. */
export function beginServerSpan(parent: string | undefined): ServerSpan | undefined {
  const { recording } = state;
  if (!recording) return undefined;
  const [, traceId = randomId(16), parentId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  const isSampled =
    flags === undefined
      ? recording.random() < recording.ratio
      : (Number.parseInt(flags, 16) & 1) === 1;
  if (!isSampled) return undefined;
  const context = { traceId, spanId: randomId(8) };
  const startedAt = now();
  return {
    run: (work) => current.run(context, work),
    end: (name, attributes, error) =>
      recording.onSpan({
        ...context,
        parentId,
        name,
        kind: 'server',
        startedAt,
        endedAt: now(),
        attributes,
        error,
      }),
  };
}

export interface SpanOptions {
  readonly kind: 'internal' | 'client';
  readonly attributes: Attributes;
}

/** Records `work` as a part of the current span. Outside of a recorded request, it only runs it. */
export async function traced<T>(
  name: string,
  { kind, attributes }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const { recording } = state;
  const parent = current.getStore();
  if (!recording || !parent) return await work();
  const context = { traceId: parent.traceId, spanId: randomId(8) };
  const startedAt = now();
  const end = (error: string | undefined): void =>
    recording.onSpan({
      ...context,
      parentId: parent.spanId,
      name,
      kind,
      startedAt,
      endedAt: now(),
      attributes,
      error,
    });
  try {
    const result = await current.run(context, work);
    end(undefined);
    return result;
  } catch (error) {
    // Messages may contain titles and addresses.
    end(error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

/** The `traceparent` for a request to another server; undefined outside of a recorded request. */
export function traceparent(): string | undefined {
  const context = current.getStore();
  return context && `00-${context.traceId}-${context.spanId}-01`;
}

const randomId = (bytes: number): string => randomBytes(bytes).toString('hex');

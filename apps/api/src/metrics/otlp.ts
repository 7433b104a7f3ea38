// Sends spans to an OpenTelemetry collector: OTLP over HTTP, as JSON. Loaded only if one is configured.
import type { Fetcher } from '@matinee/sources/source';
import { countRejection } from '#lib/measurements.ts';
import { recordSpans, type Attributes, type TraceSpan } from '#lib/tracing.ts';

export interface OtlpOptions {
  /** The base URL without a trailing slash, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  /** From 0 to 1: the part of requests that is recorded. */
  readonly ratio: number;
  readonly fetch: Fetcher;
  readonly warn: (message: string) => void;
}

const MAX_BATCH = 512;
/** Further spans are dropped while the collector doesn't take these. */
const MAX_WAITING = 4_096;
const SEND_EVERY_MS = 5_000;
/** Shorter than the time that a shutdown may take. */
const TIMEOUT_MS = 3_000;

/** Records and sends spans. The returned function sends the rest and stops. */
export function startTracing(options: OtlpOptions): () => Promise<void> {
  const { warn, ratio } = options;
  let waiting: TraceSpan[] = [];
  let sending: Promise<void> | undefined;
  let isFailing = false;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await send(batch, options);
        isFailing = false;
      } catch (error) {
        if (!isFailing) warn(`traces not sent: ${String(error)}`);
        isFailing = true;
        return;
      }
    }
  }
  const flush = (): Promise<void> =>
    (sending ??= sendAll().finally(() => {
      sending = undefined;
    }));

  const stopRecording = recordSpans({
    ratio,
    random: Math.random,
    onSpan: (span) => {
      if (waiting.length >= MAX_WAITING) return countRejection('spans');
      waiting.push(span);
      if (waiting.length >= MAX_BATCH && !isFailing) void flush();
    },
  });
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref();
  return async () => {
    stopRecording();
    clearInterval(timer);
    // These began before the last spans.
    await sending;
    if (!isFailing) await flush();
  };
}

async function send(spans: readonly TraceSpan[], options: OtlpOptions): Promise<void> {
  const { status } = await options.fetch(`${options.endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(requestOf(spans, options)),
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  if (status >= 300) throw new Error(`the collector responded with status ${status}`);
}

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

/** `ExportTraceServiceRequest` of opentelemetry-proto, in its JSON form. */
const requestOf = (spans: readonly TraceSpan[], { serviceName, version }: OtlpOptions) => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributesOf({ 'service.name': serviceName, 'service.version': version }),
      },
      scopeSpans: [{ scope: { name: 'matinee', version }, spans: spans.map(spanOf) }],
    },
  ],
});

const spanOf = (span: TraceSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: span.error === undefined ? {} : { code: STATUS_ERROR, message: span.error },
});

/** 64-bit integers are text in JSON. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

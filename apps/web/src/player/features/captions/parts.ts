import { HttpError, requestBytes } from '#lib/http.ts';
import { sleep } from '#lib/scheduling.ts';

import { CAPTION_ERRORS, isPgs, styledIn } from '../../captions/track.ts';
import type { CaptionParts, StyledCaption } from '../../captions/track.ts';
import type { Engine } from '../../engine/engine.ts';

interface PartReader {
  readonly follow: (engine: Engine | undefined) => void;
  readonly setDelay: (seconds: number) => void;
  readonly stop: () => void;
}

interface PartReaderOptions {
  /** Seconds by which captions are shown late. */
  readonly delay: number;
  readonly onPart: (caption: StyledCaption) => void;
  readonly onFailure: () => void;
}

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const RETRY_MS = 2_000;
/** Consecutive failures of the current part and the next one. */
const MAX_FAILURES = 8;

/** Loads the part of the current time and the next one, and forgets the others. */
export function createPartReader(parts: CaptionParts, options: PartReaderOptions): PartReader {
  const loading = new Map<number, AbortController>();
  const loaded = new Map<number, StyledCaption>();
  let { delay } = options;
  let engine: Engine | undefined;
  let current: number | undefined;
  let shown: StyledCaption | undefined;
  let stopWatching: (() => void) | undefined;
  let failures = 0;

  /** Keeps the previous part until the current one has loaded. Renderers show only images of the current time. */
  function show() {
    const caption = current === undefined ? undefined : loaded.get(current);
    if (caption && shown !== caption) options.onPart((shown = caption));
  }

  async function load(part: number) {
    const life = new AbortController();
    loading.set(part, life);
    try {
      const caption = await fetchPatiently(part, life.signal);
      if (life.signal.aborted) return;
      failures = 0;
      loaded.set(part, caption);
      show();
    } catch {
      if (!life.signal.aborted && part === current) options.onFailure();
    } finally {
      if (loading.get(part) === life) loading.delete(part);
    }
  }

  async function fetchPatiently(part: number, signal: AbortSignal): Promise<StyledCaption> {
    for (;;) {
      try {
        return await fetchPart(parts, part, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        const mayPass = error instanceof HttpError && error.failure !== 'tooLarge';
        if (!mayPass || failures >= MAX_FAILURES) throw error;
      }
      await sleep(RETRY_MS, signal);
    }
  }

  function moveTo(part: number) {
    if (part === current || part < 0) return;
    current = part;
    const wanted = [part, part + 1].filter((each) => each < parts.starts.length);
    for (const each of loaded.keys()) if (!wanted.includes(each)) loaded.delete(each);
    for (const [each, life] of loading) {
      if (wanted.includes(each)) continue;
      life.abort();
      loading.delete(each);
    }
    for (const each of wanted) if (!loaded.has(each) && !loading.has(each)) void load(each);
    show();
  }

  function watch() {
    stopWatching?.();
    stopWatching = engine?.onVideoFrame((time) => moveTo(partAt(parts.starts, time - delay)));
  }

  return {
    follow: (next) => {
      engine = next;
      watch();
    },
    setDelay: (seconds) => {
      delay = seconds;
      watch();
    },
    stop: () => {
      stopWatching?.();
      for (const life of loading.values()) life.abort();
    },
  };
}

/** Times before the first part belong to it. */
function partAt(starts: readonly number[], time: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return Math.min(Math.max(low - 1, 0), starts.length - 1);
}

/** Rejects with an `HttpError` if the same request may succeed soon. */
async function fetchPart(
  { kind, urlOf, fonts }: CaptionParts,
  part: number,
  signal: AbortSignal,
): Promise<StyledCaption> {
  const limits = { signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const { status, body } = await requestBytes(urlOf(part), limits);
  if (status === 429 || status >= 500) throw new HttpError('network', `Status ${status}`);
  if (status !== 200) throw new Error(`Status ${status}`);
  const caption = kind === 'pgs' ? imagesIn(body) : styledIn(new TextDecoder().decode(body));
  if (!caption) throw new Error(CAPTION_ERRORS.invalid);
  return caption.kind === 'ass' ? { ...caption, fonts } : caption;
}

/** An empty part shows nothing. */
const imagesIn = (bytes: Uint8Array<ArrayBuffer>): StyledCaption | undefined =>
  bytes.length === 0 || isPgs(bytes) ? { kind: 'pgs', bytes } : undefined;

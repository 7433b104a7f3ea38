import { createSemaphore } from '#http/semaphore.ts';
import { createSingleFlightCache } from '#lib/single-flight-cache.ts';
import type { Transcoder } from '#media-library/transcode/transcoder.ts';
import type { CutSegment } from './segment.ts';
import type { SegmentReader, Variant } from './variants.ts';

export interface SegmentCutter {
  /** Cuts a segment once for all concurrent requests. */
  readonly cut: (variant: Variant, index: number, reader: SegmentReader) => Promise<CutSegment>;
}

/** Segments are cached for other viewers of the file, and for players that repeat a request. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const SEGMENT_TTL_MS = 30_000;
/** Each cut holds a segment and its source in memory. */
const MAX_SEGMENTS_AT_ONCE = 2;
const SEGMENT_TIMEOUT_MS = 30_000;

export function createSegmentCutter(
  transcoder: Transcoder,
  atOnce = MAX_SEGMENTS_AT_ONCE,
): SegmentCutter {
  const segments = createSingleFlightCache<CutSegment>({
    name: 'segments',
    maxBytes: MAX_CACHED_BYTES,
    bytesOf: ({ init, media }) => init.length + media.length,
    now: Date.now,
  });
  const slots = createSemaphore('segments', atOnce, atOnce);

  return {
    cut: async (variant, index, { session, signal }) => {
      const key = `${variant.key}\0${index}`;
      const cut = async (everyone: AbortSignal) => {
        const limit = AbortSignal.any([everyone, AbortSignal.timeout(SEGMENT_TIMEOUT_MS)]);
        const source = await variant.prepare(index, transcoder, { session, signal: limit });
        const release = await slots.acquire(key, limit);
        try {
          return { value: await source.cut(limit), ttlMs: SEGMENT_TTL_MS };
        } finally {
          release();
        }
      };
      return await segments.get(key, cut, signal);
    },
  };
}

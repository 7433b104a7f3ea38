import { untilAborted } from '@matinee/shared/lib/poll';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { openMediaInput } from './media-input.ts';
import { probeMedia, type PlayableMedia, type UnplayableMedia } from './probe-media.ts';
import { readSegmentTimes, type SegmentTimes } from './segment-times.ts';

/** An opened file with what is known about it. */
export interface RemuxedFile {
  /** Bytes. */
  readonly size: number;
  /** Changes with the file's content. */
  readonly version: string;
  readonly media: PlayableMedia | UnplayableMedia;
  /** From the container's header. */
  readonly seconds: number | undefined;
  /** Reads the whole file once if it has no index. */
  readonly times: (media: PlayableMedia, signal: AbortSignal) => Promise<SegmentTimes>;
  readonly close: () => void;
}

const TIMES_TIMEOUT_MS = 120_000;

export async function openRemuxedFile(
  store: Pick<FileStore, 'open'>,
  path: string,
  { canConvert, signal }: { readonly canConvert: boolean; readonly signal: AbortSignal },
): Promise<RemuxedFile> {
  const opened = await openMediaInput(store, path, signal);
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
    opened.close();
  };
  // Also ends reads that are running.
  signal.addEventListener('abort', close, { once: true });
  try {
    const media = await probeMedia(opened, canConvert);
    const seconds = (await opened.input.getDurationFromMetadata()) ?? undefined;
    let times: Promise<SegmentTimes> | undefined;
    return {
      size: opened.size,
      version: opened.version,
      media,
      seconds,
      times: async (playable, reader) => {
        const limit = AbortSignal.any([closed.signal, AbortSignal.timeout(TIMES_TIMEOUT_MS)]);
        times ??= readSegmentTimes(opened, playable, limit).catch((error: unknown) => {
          times = undefined;
          throw error;
        });
        return await untilAborted(times, reader);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
  }
}

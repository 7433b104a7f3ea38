import type { PlaybackError } from './engine.ts';

const KNOWN: Readonly<Record<number, Pick<PlaybackError, 'errorName' | 'key'>>> = {
  1: { errorName: 'MEDIA_ERR_ABORTED', key: 'errorAborted' },
  2: { errorName: 'MEDIA_ERR_NETWORK', key: 'errorNetwork' },
  3: { errorName: 'MEDIA_ERR_DECODE', key: 'errorDecode' },
  4: { errorName: 'MEDIA_ERR_SRC_NOT_SUPPORTED', key: 'errorNotSupported' },
};

const GENERIC = { errorName: 'MEDIA_ERR_GENERIC', key: 'errorGenericMedia' } as const;

/** What a media element says when it gives up, in the words of the error catalogue. */
export function mediaError(error: Pick<MediaError, 'code' | 'message'> | null): PlaybackError {
  const known = KNOWN[error?.code ?? 0] ?? GENERIC;
  return { type: 'htmlvideo', ...known, ...(error?.message ? { message: error.message } : {}) };
}

import type { PlaybackError } from '../engine.ts';
import { refusedKey } from '../retry.ts';

/** The part of an error event that is read. */
interface HlsFacts {
  readonly type: string;
  readonly details: string;
  readonly error: Error;
  readonly response?: { readonly code?: number | undefined } | undefined;
}

export const NO_DECODER: ReadonlySet<string> = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
]);

/** A fatal error of hls.js in the words of the error catalogue. */
export function hlsError(data: HlsFacts, codecs: string | undefined): PlaybackError {
  return {
    type: 'hls',
    errorName: data.details,
    message: codecs === undefined ? data.error.message : `${data.error.message} (${codecs})`,
    ...reason(data),
  };
}

function reason({ type, details, response }: HlsFacts): Pick<PlaybackError, 'key'> {
  if (details === 'manifestParsingError') return { key: 'errorNotPlaylist' };
  if (NO_DECODER.has(details)) return { key: 'errorNoDecoder' };
  const status = response?.code ?? 0;
  const isServerError = status >= 500;
  if (details.startsWith('frag') && (status >= 400 || details.endsWith('TimeOut'))) {
    return { key: 'errorParts' };
  }
  if (status >= 400 && !isServerError) return { key: refusedKey(status) };
  if (isServerError) return { key: 'errorServer' };
  if (type === 'networkError') return { key: 'errorNetwork' };
  return { key: type === 'mediaError' ? 'errorDecode' : 'errorGenericMedia' };
}

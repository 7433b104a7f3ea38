import type { PlaybackError } from '../engine.ts';
import { refusedKey } from '../retry.ts';

/** What to do about a fatal error of a playlist: decided here, done in `hls.ts`. */
type Remedy =
  | { readonly do: 'reload'; readonly afterMs: number }
  | { readonly do: 'recover' }
  | { readonly do: 'swap-codec' }
  | { readonly do: 'step-over' }
  | { readonly do: 'give-up' };

/**
 * `gone`: the server has answered, and asking again would give the same answer. `lost`: the same of one segment. `late`: a
 * segment has been waited for to no end.
 */
export type FatalErrorKind = 'network' | 'media' | 'gone' | 'lost' | 'late' | 'other';

const RELOAD_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
/** While there is film to play nobody has noticed anything, and the line may come back. */
const UNNOTICED = { do: 'reload', afterMs: 8_000 } as const;
const MEDIA_REMEDIES = [{ do: 'recover' }, { do: 'swap-codec' }] as const;
/** A decoder that fails again this soon fails at the same place. */
const MEDIA_FORGIVEN_AFTER_MS = 20_000;
/** In a row. */
const MOST_LOST_SEGMENTS = 3;
/** Viewers have waited 20 s for it: after a second one another source is better. */
const LATE_COUNTS_AS = 2;
const GIVE_UP = { do: 'give-up' } as const;

interface Moment {
  readonly ms: number;
  /** What has been fetched already goes on for a while. */
  readonly hasFilm: boolean;
}

export interface Recovery {
  readonly remedyFor: (fault: FatalErrorKind, now: Moment) => Remedy;
  /** Something has arrived: the next break of the connection is a new one. */
  readonly arrived: () => void;
}

export function createRecovery(): Recovery {
  let network = 0;
  let lost = 0;
  let media = 0;
  let lastMediaFaultMs = Number.NEGATIVE_INFINITY;

  function nextReload(): Remedy {
    const afterMs = RELOAD_AFTER_MS[network];
    network += 1;
    return afterMs === undefined ? GIVE_UP : { do: 'reload', afterMs };
  }

  function nextMediaRemedy(nowMs: number): Remedy {
    if (nowMs - lastMediaFaultMs > MEDIA_FORGIVEN_AFTER_MS) media = 0;
    lastMediaFaultMs = nowMs;
    const remedy = MEDIA_REMEDIES[media] ?? GIVE_UP;
    media += 1;
    return remedy;
  }

  function nextStep(count: number): Remedy {
    lost += count;
    return lost > MOST_LOST_SEGMENTS ? GIVE_UP : { do: 'step-over' };
  }

  return {
    remedyFor: (fault, { ms, hasFilm }) => {
      if (fault === 'media') return nextMediaRemedy(ms);
      if (fault === 'other') return GIVE_UP;
      if (hasFilm) return UNNOTICED;
      if (fault === 'lost') return nextStep(1);
      if (fault === 'late') return nextStep(LATE_COUNTS_AS);
      return fault === 'network' ? nextReload() : GIVE_UP;
    },
    arrived: () => {
      network = 0;
      lost = 0;
    },
  };
}

/** The part of an error event that is read. */
interface HlsErrorData {
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
export function hlsError(data: HlsErrorData, codecs: string | undefined): PlaybackError {
  return {
    type: 'hls',
    errorName: data.details,
    message: codecs === undefined ? data.error.message : `${data.error.message} (${codecs})`,
    ...reason(data),
  };
}

function reason({ type, details, response }: HlsErrorData): Pick<PlaybackError, 'key'> {
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

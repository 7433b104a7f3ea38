import type { PlaybackError } from '../engine.ts';
import { MAY_RECOVER } from '../probe-address.ts';
import { busyErrorKey, deniedErrorKey } from '../retry.ts';

/** A decision about a fatal error of a playlist; `hls.ts` carries it out. */
type Remedy =
  | { readonly do: 'reload'; readonly afterMs: number }
  | { readonly do: 'recover' }
  | { readonly do: 'swap-codec' }
  | { readonly do: 'step-over' }
  | { readonly do: 'give-up' };

/**
 * `gone`: the server has responded, and a retry would get the same response. `lost`: the same for one segment. `late`:
 * a segment has timed out.
 */
export type FatalErrorKind = 'network' | 'media' | 'gone' | 'lost' | 'late' | 'other';

const RELOAD_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
/** While the buffer lasts, viewers notice nothing and the connection may return. */
const UNNOTICED = { do: 'reload', afterMs: 8_000 } as const;
const MEDIA_REMEDIES = [{ do: 'recover' }, { do: 'swap-codec' }] as const;
/** A decoder that fails again within this time has failed at the same position. */
const MEDIA_FORGIVEN_AFTER_MS = 20_000;
/** Consecutive segments. */
const MOST_LOST_SEGMENTS = 3;
/** A late segment costs the viewer 20 s. After a second one, another source is better. */
const LATE_COUNTS_AS = 2;
const GIVE_UP = { do: 'give-up' } as const;

interface Moment {
  readonly ms: number;
  /** The buffer still has some seconds. */
  readonly hasBuffer: boolean;
}

interface Recovery {
  readonly remedyFor: (kind: FatalErrorKind, now: Moment) => Remedy;
  /** Called when data arrives. Data that can be played resets the retries of the connection. */
  readonly arrived: (isPlayable: boolean) => void;
}

export function createRecovery(): Recovery {
  let network = 0;
  let lost = 0;
  let media = 0;
  let lastMediaErrorMs = Number.NEGATIVE_INFINITY;

  function nextReload(): Remedy {
    const afterMs = RELOAD_AFTER_MS[network];
    network += 1;
    return afterMs === undefined ? GIVE_UP : { do: 'reload', afterMs };
  }

  function nextMediaRemedy(nowMs: number): Remedy {
    if (nowMs - lastMediaErrorMs > MEDIA_FORGIVEN_AFTER_MS) media = 0;
    lastMediaErrorMs = nowMs;
    const remedy = MEDIA_REMEDIES[media] ?? GIVE_UP;
    media += 1;
    return remedy;
  }

  function nextStep(count: number): Remedy {
    lost += count;
    return lost > MOST_LOST_SEGMENTS ? GIVE_UP : { do: 'step-over' };
  }

  return {
    remedyFor: (kind, { ms, hasBuffer }) => {
      if (kind === 'media') return nextMediaRemedy(ms);
      if (kind === 'other') return GIVE_UP;
      if (hasBuffer) return UNNOTICED;
      if (kind === 'lost') return nextStep(1);
      if (kind === 'late') return nextStep(LATE_COUNTS_AS);
      return kind === 'network' ? nextReload() : GIVE_UP;
    },
    arrived: (isPlayable) => {
      if (isPlayable) network = 0;
      lost = 0;
    },
  };
}

/** The part of an error event that the catalog needs. */
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
/** hls.js may recover with another variant of the stream. */
const MAYBE_NO_DECODER = 'bufferIncompatibleCodecsError';

/** Maps a fatal error of hls.js to the error catalog. */
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
  if (NO_DECODER.has(details) || details === MAYBE_NO_DECODER) return { key: 'errorNoDecoder' };
  const status = response?.code ?? 0;
  if (busyErrorKey(status) === 'errorBusy') return { key: 'errorBusy' };
  if (details.startsWith('frag') && (status >= 400 || details.endsWith('TimeOut'))) {
    return { key: 'errorParts' };
  }
  if (status >= 500 || MAY_RECOVER.has(status)) return { key: 'errorServer' };
  if (status >= 400) return { key: deniedErrorKey(status) };
  if (type === 'networkError') return { key: 'errorNetwork' };
  return { key: type === 'mediaError' ? 'errorDecode' : 'errorGenericMedia' };
}

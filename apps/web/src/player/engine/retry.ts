import type { PlaybackError } from './engine.ts';
import type { Probe } from './probe-address.ts';

/** A decision about a file that broke off; `html-source.ts` carries it out. */
export type RetryStep =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'wait-online' }
  | { readonly do: 'restart' }
  | { readonly do: 'fail'; readonly key: PlaybackError['key'] };

const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
/** A server that hangs has been waited for already, and is waited for again each time. */
const HUNG_THRICE = 2;
/** A server that has refused once may only be in a bad moment; one that refuses twice means it. */
const REFUSED_TWICE = 1;
const MEDIA_ERR_ABORTED = 1;
export const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_DECODE = 3;

export interface Interruption {
  /** The code of `MediaError`. */
  readonly code: number;
  readonly probe: Probe;
  /** Pauses that have been waited for since the stream last played well. */
  readonly waits: number;
  /** This file has shown before that the browser can play it. */
  readonly hasLoaded: boolean;
  /** It has played well since its last start. */
  readonly hasPlayedWell: boolean;
  /** The connection stands, and nothing comes over it. */
  readonly hasHung: boolean;
}

export function retryStep({ code, probe, waits, ...was }: Interruption): RetryStep {
  const pause = (
    key: PlaybackError['key'],
    most = was.hasHung ? HUNG_THRICE : RETRY_AFTER_MS.length,
  ): RetryStep => {
    const ms = waits < most ? RETRY_AFTER_MS[waits] : undefined;
    return ms === undefined ? { do: 'fail', key } : { do: 'wait', ms };
  };
  switch (probe.at) {
    case 'offline':
      return { do: 'wait-online' };
    case 'unreachable':
      return pause('errorNetwork');
    case 'busy':
      return pause('errorServer');
    case 'refused':
      return pause(refusedKey(probe.status), REFUSED_TWICE);
    case 'page':
      return { do: 'fail', key: 'errorNotVideo' };
    case 'media':
    case 'unreadable':
    case 'unknown':
  }
  if (code === MEDIA_ERR_ABORTED) return { do: 'fail', key: 'errorAborted' };
  if (code === MEDIA_ERR_NETWORK || (was.hasLoaded && code !== MEDIA_ERR_DECODE)) {
    return pause('errorNetwork');
  }
  // A broken frame may be whole at the second reading, the wrong format never is.
  if (code === MEDIA_ERR_DECODE && was.hasPlayedWell) return { do: 'restart' };
  return { do: 'fail', key: code === MEDIA_ERR_DECODE ? 'errorDecode' : 'errorNotSupported' };
}

export const refusedKey = (status: number): PlaybackError['key'] =>
  status === 404 || status === 410 ? 'errorMissing' : 'errorForbidden';

import { pause } from '#lib/sleep.ts';

import { undecodable } from './decode-check.ts';
import type { PlaybackError } from './engine.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { probeAddress } from './probe-address.ts';
import type { Probe } from './probe-address.ts';

interface BrokenFile extends Omit<Interruption, 'probe'> {
  readonly url: string;
  readonly message: string;
  readonly signal: AbortSignal;
  readonly canPlayType: HTMLMediaElement['canPlayType'];
  /** A pause begins; `waits` counts those before it, and this one if it is one of a number. */
  readonly onWait: (waits: number) => void;
}

/**
 * Waits until the address of a file that broke off responds. Undefined means that it may start anew. It never rejects, and
 * what it returns after its signal has ended means nothing.
 */
export async function recover(broken: BrokenFile): Promise<PlaybackError | undefined> {
  const { url, signal, onWait } = broken;
  let { waits } = broken;
  for (let isFirst = true; ; isFirst = false) {
    const probe = await probeAddress(url, signal);
    if (signal.aborted) return undefined;
    if (!isFirst && (probe.at === 'media' || probe.at === 'unreadable')) return undefined;
    const step = retryStep({ ...broken, probe, waits });
    if (step.do === 'restart') return undefined;
    if (step.do === 'fail') return await explained(broken, step.key);
    if (step.do === 'wait') waits += 1;
    onWait(waits);
    await (step.do === 'wait' ? pause(step.ms, signal) : online(signal)).catch(() => undefined);
    // Addresses that no page can request are simply tried.
    if (signal.aborted || probe.at === 'unknown') return undefined;
  }
}

async function explained(broken: BrokenFile, key: PlaybackError['key']): Promise<PlaybackError> {
  const error = { ...mediaError(broken), key };
  if (key !== 'errorNotSupported') return error;
  const tracks = await readMp4Tracks(broken.url, broken.signal);
  const found = tracks && undecodable(broken, tracks);
  if (!found) return error;
  const { part, codec } = found;
  return { ...error, key: part === 'picture' ? 'errorNoPicture' : 'errorNoSound', codec };
}

function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    window.addEventListener('online', done, { once: true, signal });
    signal.addEventListener('abort', done, { once: true });
  });
}

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

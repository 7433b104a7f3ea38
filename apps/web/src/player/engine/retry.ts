import { sleep } from '#lib/scheduling.ts';
import { undecodable } from './decode-check.ts';
import type { PlaybackError } from './engine.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { probeAddress, type Probe } from './probe-address.ts';

interface InterruptedFile extends Omit<PlaybackInterruption, 'probe'> {
  readonly url: string;
  readonly message: string;
  readonly signal: AbortSignal;
  readonly canPlayType: HTMLMediaElement['canPlayType'];
  /** Called before each wait; `waits` counts the timed ones. */
  readonly onWait: (waits: number) => void;
}

/**
 * Waits until the URL of an interrupted file responds. Resolves with undefined if the file may restart, else with the
 * error. Never rejects. The result is meaningless after the signal has aborted.
 */
export async function waitForRecovery(broken: InterruptedFile): Promise<PlaybackError | undefined> {
  const { url, signal, onWait } = broken;
  let { waits } = broken;
  for (let isFirst = true; ; isFirst = false) {
    const probe = await probeAddress(url, signal);
    if (signal.aborted) return undefined;
    if (!isFirst && (probe.at === 'media' || probe.at === 'unreadable')) return undefined;
    const step = retryStep({ ...broken, probe, waits });
    if (step.do === 'restart') return undefined;
    if (step.do === 'fail') return await withCodec(broken, step.key);
    if (step.do === 'wait') waits += 1;
    onWait(waits);
    await (step.do === 'wait' ? sleep(step.ms, signal) : online(signal)).catch(() => undefined);
    // URLs that no page can request are tried again without a probe.
    if (signal.aborted || probe.at === 'unknown') return undefined;
  }
}

async function withCodec(
  broken: InterruptedFile,
  key: PlaybackError['key'],
): Promise<PlaybackError> {
  const error = { ...mediaError(broken), key };
  if (key !== 'errorNotSupported') return error;
  const tracks = await readMp4Tracks(broken.url, broken.signal);
  const found = tracks && undecodable(broken, tracks);
  if (!found) return error;
  const { part, codec } = found;
  return { ...error, key: part === 'video' ? 'errorNoPicture' : 'errorNoSound', codec };
}

function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    window.addEventListener('online', done, { once: true, signal });
    signal.addEventListener('abort', done, { once: true });
  });
}

/** A decision about an interrupted file; `html-source.ts` carries it out. */
type RetryStep =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'wait-online' }
  | { readonly do: 'restart' }
  | { readonly do: 'fail'; readonly key: PlaybackError['key'] };

const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000];
/** Each stall has already lasted ten seconds. */
const STALLED_THRICE = 2;
/** One denial may be temporary; a second one is final. */
const DENIED_TWICE = 1;
const MEDIA_ERR_ABORTED = 1;
export const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_DECODE = 3;

export interface PlaybackInterruption {
  /** The code of `MediaError`. */
  readonly code: number;
  readonly probe: Probe;
  /** Waits since the stream last played well. */
  readonly waits: number;
  /** The browser has loaded this file before. */
  readonly hasLoaded: boolean;
  /** The file has played well since its last start. */
  readonly hasPlayedWell: boolean;
  /** The connection is open and sends nothing. */
  readonly hasStalled: boolean;
}

export function retryStep(interruption: PlaybackInterruption): RetryStep {
  const { probe } = interruption;
  switch (probe.at) {
    case 'offline':
      return { do: 'wait-online' };
    case 'unreachable':
      return waitOrFail(interruption, 'errorNetwork');
    case 'busy':
      return waitOrFail(interruption, busyErrorKey(probe.status));
    case 'denied':
      return waitOrFail(interruption, deniedErrorKey(probe.status), DENIED_TWICE);
    case 'page':
      return { do: 'fail', key: 'errorNotVideo' };
    case 'media':
    case 'unreadable':
    case 'unknown':
  }
  return stepForCode(interruption);
}

/** The server responds, so the code of the element decides. */
function stepForCode(interruption: PlaybackInterruption): RetryStep {
  const { code, hasLoaded, hasPlayedWell } = interruption;
  if (code === MEDIA_ERR_ABORTED) return { do: 'fail', key: 'errorAborted' };
  if (code === MEDIA_ERR_NETWORK || (hasLoaded && code !== MEDIA_ERR_DECODE)) {
    return waitOrFail(interruption, 'errorNetwork');
  }
  // A damaged frame may decode on the second attempt; a wrong format never does.
  if (code === MEDIA_ERR_DECODE && hasPlayedWell) return { do: 'restart' };
  return { do: 'fail', key: code === MEDIA_ERR_DECODE ? 'errorDecode' : 'errorNotSupported' };
}

function waitOrFail(
  { waits, hasStalled }: PlaybackInterruption,
  key: PlaybackError['key'],
  maxWaits = hasStalled ? STALLED_THRICE : RETRY_AFTER_MS.length,
): RetryStep {
  const ms = waits < maxWaits ? RETRY_AFTER_MS[waits] : undefined;
  return ms === undefined ? { do: 'fail', key } : { do: 'wait', ms };
}

/** 429: too many requests. */
export const busyErrorKey = (status: number): PlaybackError['key'] =>
  status === 429 || status === 503 ? 'errorBusy' : 'errorServer';

export const deniedErrorKey = (status: number): PlaybackError['key'] =>
  status === 404 || status === 410 ? 'errorMissing' : 'errorForbidden';

const KNOWN: Readonly<Record<number, Pick<PlaybackError, 'errorName' | 'key'>>> = {
  1: { errorName: 'MEDIA_ERR_ABORTED', key: 'errorAborted' },
  2: { errorName: 'MEDIA_ERR_NETWORK', key: 'errorNetwork' },
  3: { errorName: 'MEDIA_ERR_DECODE', key: 'errorDecode' },
  4: { errorName: 'MEDIA_ERR_SRC_NOT_SUPPORTED', key: 'errorNotSupported' },
};

const GENERIC = { errorName: 'MEDIA_ERR_GENERIC', key: 'errorGenericMedia' } as const;

/** Maps an error of a media element to the error catalog. */
export function mediaError(error: Pick<MediaError, 'code' | 'message'> | null): PlaybackError {
  const known = KNOWN[error?.code ?? 0] ?? GENERIC;
  return { type: 'htmlvideo', ...known, ...(error?.message ? { message: error.message } : {}) };
}

import { pause } from '#lib/sleep.ts';

import { undecodable } from './decode-check.ts';
import type { PlaybackError } from './engine.ts';
import { mediaError } from './media-error.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { probeAddress } from './probe-address.ts';
import { retryStep } from './retry.ts';
import type { Interruption } from './retry.ts';

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

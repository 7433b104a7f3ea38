import Hls, { ErrorTypes, Events } from 'hls.js';
import type { ErrorData, HlsConfig, LevelDetails } from 'hls.js';
import workerPath from 'hls.js/dist/hls.worker.js?url';

import type { LiveWindow } from './engine.ts';
import type { AttachOptions } from './source.ts';
import { bufferedEnd } from './media-events.ts';
import { readHlsCaptions } from './hls-captions.ts';
import { offerHlsAirPlay } from './hls-airplay.ts';
import { coloredCues } from './hls-closed-captions.ts';
import { createRecovery } from './hls-recovery.ts';
import type { Fault } from './hls-recovery.ts';
import { steerHls } from './hls-steering.ts';

const BUFFER_BYTES = 500_000_000;
const FRAGMENT_LIMIT_MS = 30_000;
/** Less is as good as nothing. */
const FILM_LEFT_SECONDS = 5;

const FRAGMENT_POLICY: HlsConfig['fragLoadPolicy'] = {
  default: {
    maxLoadTimeMs: FRAGMENT_LIMIT_MS,
    maxTimeToFirstByteMs: FRAGMENT_LIMIT_MS,
    errorRetry: { maxNumRetry: 2, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 },
    timeoutRetry: { maxNumRetry: 3, retryDelayMs: 0, maxRetryDelayMs: 0 },
  },
};

/** A picture needs its own fragment and nothing else. */
const FRUGAL: Partial<HlsConfig> = {
  maxBufferLength: 1,
  maxMaxBufferLength: 1,
  backBufferLength: 0,
};

export type HlsOptions = Pick<
  AttachOptions,
  'startAt' | 'signal' | 'failed' | 'report' | 'steer' | 'wishes' | 'isFrugal'
>;

/** hls.js where it runs; it comes before native HLS, which hides qualities, audio and captions. */
export function isHlsSupported(): boolean {
  return Hls.isSupported();
}

/** Plays a playlist until the signal ends it; nothing of it is left afterwards. */
export function attachHls(video: HTMLVideoElement, url: string, options: HlsOptions): void {
  const { signal, startAt } = options;
  const hls = new Hls({
    maxBufferSize: BUFFER_BYTES,
    fragLoadPolicy: FRAGMENT_POLICY,
    renderTextTracksNatively: false,
    // A length that grows would look like an end that is near.
    liveDurationInfinity: true,
    cueHandler: coloredCues,
    startPosition: startAt > 0 ? startAt : -1,
    // The module build carries no worker of its own, and a file of ours needs no `blob:` in the security policy.
    workerPath,
    ...(options.isFrugal && FRUGAL),
  });
  recoverOrFail(hls, video, options);
  offerChoices(hls, options);
  hls.on(Events.LEVEL_UPDATED, (_event, { details }) =>
    options.report({ live: liveWindow(details, hls.liveSyncPosition) }),
  );
  if (!options.isFrugal) {
    const onOpen = offerHlsAirPlay(hls, video, url, signal);
    hls.on(Events.MEDIA_ATTACHED, onOpen);
  }
  signal.addEventListener('abort', () => hls.destroy(), { once: true });
  hls.loadSource(url);
  hls.attachMedia(video);
}

/** The oldest segments are left out: they would be gone before they are fetched. */
const LEAVING_SEGMENTS = 2;

function liveWindow(details: LevelDetails, sync: number | null): LiveWindow | undefined {
  const { live, fragmentStart, targetduration, edge } = details;
  const end = Math.max(fragmentStart, sync ?? edge);
  const start = Math.min(fragmentStart + LEAVING_SEGMENTS * targetduration, end);
  return live ? { start, end } : undefined;
}

function offerChoices(hls: Hls, { wishes, report, steer }: HlsOptions): void {
  const steering = steerHls(hls, wishes, report);
  hls.on(Events.MANIFEST_PARSED, steering.parsed);
  hls.on(Events.LEVELS_UPDATED, steering.relisted);
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => steering.switched(level));
  hls.on(Events.AUDIO_TRACKS_UPDATED, steering.audioListed);
  hls.on(Events.AUDIO_TRACK_SWITCHED, steering.audioSwitched);
  const captions = readHlsCaptions(hls, wishes, report);
  hls.on(Events.MANIFEST_PARSED, captions.silence);
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, captions.listed);
  hls.on(Events.NON_NATIVE_TEXT_TRACKS_FOUND, (_event, { tracks }) => captions.found(tracks));
  hls.on(Events.CUES_PARSED, (_event, data) => captions.parsed(data));
  hls.on(Events.ERROR, (_event, { details }) => captions.erred(details));
  steer({ ...steering, readCaption: captions.read });
}

function recoverOrFail(hls: Hls, video: HTMLVideoElement, { signal, failed }: HlsOptions): void {
  const recovery = createRecovery();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  hls.on(Events.FRAG_BUFFERED, recovery.arrived);
  hls.on(Events.ERROR, (_event, data) => {
    if (!data.fatal || signal.aborted) return;
    const hasFilm = bufferedEnd(video) - video.currentTime > FILM_LEFT_SECONDS;
    const remedy = recovery.remedyFor(faultOf(data), { ms: performance.now(), hasFilm });
    switch (remedy.do) {
      case 'reload':
        timer = setTimeout(() => hls.startLoad(), remedy.afterMs);
        return;
      case 'swap-codec':
        hls.swapAudioCodec();
        hls.recoverMediaError();
        return;
      case 'recover':
        hls.recoverMediaError();
        return;
      case 'give-up':
        hls.destroy();
        failed({ type: 'hls', errorName: data.details, message: data.error.message });
    }
  });
}

const isRefusal = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500;

function faultOf({ type, details, response }: ErrorData): Fault {
  if (type === ErrorTypes.MEDIA_ERROR) return 'media';
  if (type !== ErrorTypes.NETWORK_ERROR) return 'other';
  // Loading goes on behind a broken fragment or level; a playlist that never came has nothing to go on with.
  if (details.startsWith('manifest') || isRefusal(response?.code)) return 'gone';
  // By now it has been waited for, and asked again, several times.
  if (details.endsWith('TimeOut')) return 'gone';
  return 'network';
}

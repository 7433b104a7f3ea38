import Hls, { ErrorTypes, Events } from 'hls.js';
import type { ErrorData, Fragment, HlsConfig, LevelDetails } from 'hls.js';
import workerPath from 'hls.js/dist/hls.worker.js?url';

import type { LiveWindow, PlaybackError } from '../engine.ts';
import { bufferedEnd } from '../media-events.ts';
import { probeAddress } from '../probe-address.ts';
import type { AttachOptions } from '../source.ts';
import { offerHlsAirPlay } from './airplay.ts';
import { readHlsCaptions } from './captions.ts';
import { coloredCues } from './closed-captions.ts';
import { checkHlsDecoding } from './decoding.ts';
import { createLevelControls } from './levels.ts';
import { NO_DECODER, createRecovery, hlsError } from './recovery.ts';
import type { FatalErrorKind } from './recovery.ts';

const BUFFER_BYTES = 500_000_000;
const FIRST_BYTE_LIMIT_MS = 10_000;
const FRAGMENT_LIMIT_MS = 20_000;
/** Less is as good as nothing. */
const FILM_LEFT_SECONDS = 5;

const FRAGMENT_POLICY: HlsConfig['fragLoadPolicy'] = {
  default: {
    maxLoadTimeMs: FRAGMENT_LIMIT_MS,
    maxTimeToFirstByteMs: FIRST_BYTE_LIMIT_MS,
    errorRetry: { maxNumRetry: 2, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 },
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
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
  recoverOrFail(hls, video, url, options);
  offerChoices(hls, options);
  hls.on(Events.LEVEL_UPDATED, (_event, { details }) =>
    options.report({ live: liveWindow(details, hls.liveSyncPosition) }),
  );
  if (!options.isFrugal) {
    const decoding = checkHlsDecoding(video, options);
    hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => decoding.buffered(frag));
    hls.on(Events.ERROR, (_event, { details, frag }) => {
      if (details === 'fragParsingError' && frag) void decoding.notParsed(frag);
    });
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
  const steering = createLevelControls(hls, wishes, report);
  hls.on(Events.MANIFEST_PARSED, steering.parsed);
  hls.on(Events.LEVELS_UPDATED, steering.relisted);
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => steering.switched(level));
  hls.on(Events.AUDIO_TRACKS_UPDATED, steering.audioListed);
  hls.on(Events.AUDIO_TRACK_SWITCHED, steering.audioSwitched);
  const captions = readHlsCaptions(hls, wishes, report);
  hls.on(Events.MANIFEST_PARSED, captions.silence);
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, captions.listed);
  hls.on(Events.NON_NATIVE_TEXT_TRACKS_FOUND, (_event, { tracks }) => captions.found(tracks));
  hls.on(Events.FRAG_LOADED, (_event, { frag, payload }) => captions.loaded(frag, payload));
  hls.on(Events.FRAG_DECRYPTED, (_event, { frag, payload }) => captions.loaded(frag, payload));
  hls.on(Events.CUES_PARSED, (_event, data) => captions.parsed(data));
  hls.on(Events.ERROR, (_event, { details }) => captions.erred(details));
  steer({ ...steering, readCaption: captions.read });
}

function recoverOrFail(hls: Hls, video: HTMLVideoElement, url: string, options: HlsOptions): void {
  const { signal, failed, report } = options;
  const recovery = createRecovery();
  const leaveOut = createSkipper(hls, video, signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setRetrying = retryReport(report);
  const codecs = watchCodecs(hls);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  hls.on(Events.FRAG_BUFFERED, () => {
    recovery.arrived();
    setRetrying(false);
  });

  const reload = (data: ErrorData) => (isOfManifest(data) ? hls.loadSource(url) : hls.startLoad());

  function mend(data: ErrorData) {
    if (data.type === ErrorTypes.NETWORK_ERROR && !navigator.onLine) {
      setRetrying(!hasFilm(video));
      window.addEventListener('online', () => reload(data), { once: true, signal });
      return;
    }
    const now = { ms: performance.now(), hasFilm: hasFilm(video) };
    const remedy = recovery.remedyFor(errorKeyOf(data), now);
    switch (remedy.do) {
      case 'reload':
        setRetrying(!hasFilm(video));
        timer = setTimeout(() => reload(data), remedy.afterMs);
        return;
      case 'swap-codec':
        hls.swapAudioCodec();
        hls.recoverMediaError();
        return;
      case 'recover':
        hls.recoverMediaError();
        return;
      case 'step-over':
        if (data.frag) leaveOut(data.frag);
        report({ remedy: 'skipped' });
        hls.startLoad();
        return;
      case 'give-up':
        giveUp(hlsError(data, codecs()));
    }
  }

  function giveUp(error: PlaybackError) {
    hls.destroy();
    failed(error);
  }

  hls.on(Events.ERROR, (_event, data) => {
    if (signal.aborted) return;
    // hls.js asks once more by itself, and the viewer has waited long enough to be told.
    if (data.details === 'fragLoadTimeOut' && !hasFilm(video)) setRetrying(true);
    if (!data.fatal) return;
    if (!isOfManifest(data) || data.response?.code) return mend(data);
    void probeAddress(url, signal).then((probe) => {
      if (signal.aborted) return;
      if (probe.at === 'unreadable') giveUp({ ...hlsError(data, codecs()), key: 'errorCors' });
      else mend(data);
    });
  });
}

const hasFilm = (video: HTMLVideoElement) =>
  bufferedEnd(video) - video.currentTime > FILM_LEFT_SECONDS;

function retryReport(report: AttachOptions['report']): (retrying: boolean) => void {
  let isRetrying = false;
  return (retrying) => {
    if (isRetrying !== retrying) report({ retrying });
    isRetrying = retrying;
  };
}

/** Returns the codecs that the playlist names. */
function watchCodecs(hls: Hls): () => string | undefined {
  let codecs: string | undefined;
  hls.on(Events.MANIFEST_LOADED, (_event, { levels }) => {
    codecs = levels.find(({ attrs }) => attrs.CODECS)?.attrs.CODECS;
  });
  return () => codecs;
}

const EDGE_SECONDS = 0.5;

/** Leaves segments out, and carries the film over the hole when it gets there. */
function createSkipper(hls: Hls, video: HTMLVideoElement, signal: AbortSignal) {
  const lost: Fragment[] = [];
  video.addEventListener('waiting', () => jumpOver(video, lost), { signal });
  hls.on(Events.FRAG_BUFFERED, () => jumpOver(video, lost));
  return (segment: Fragment) => {
    // A tag that a playlist may carry itself (RFC 8216bis, 4.4.4.7): hls.js goes on loading behind it.
    segment.tagList.push(['GAP']);
    segment.gap = true;
    lost.push(segment);
  };
}

/** Goes to what lies behind lost segments, once there is nothing before them left to show. */
function jumpOver(video: HTMLVideoElement, lost: readonly Pick<Fragment, 'start' | 'end'>[]): void {
  const { buffered, currentTime } = video;
  const isInHole = lost.some(
    ({ start, end }) => currentTime > start - EDGE_SECONDS && currentTime < end,
  );
  if (!isInHole || bufferedEnd(video) - currentTime > EDGE_SECONDS) return;
  const starts = Array.from({ length: buffered.length }, (_, at) => buffered.start(at));
  const next = starts.find((start) => start > currentTime);
  if (next !== undefined) video.currentTime = next;
}

const isRefusal = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500;

const isOfManifest = ({ details }: ErrorData) => details.startsWith('manifestLoad');

function errorKeyOf({ type, details, response, frag }: ErrorData): FatalErrorKind {
  if (NO_DECODER.has(details)) return 'other';
  if (type === ErrorTypes.MEDIA_ERROR) return 'media';
  if (type !== ErrorTypes.NETWORK_ERROR) return 'other';
  // By the time that a time-out is fatal it has been waited for, and asked again, several times.
  const isOver = isRefusal(response?.code) || details.endsWith('TimeOut');
  if (isOver && frag && details.startsWith('frag')) {
    return details.endsWith('TimeOut') ? 'late' : 'lost';
  }
  return isOver || details === 'manifestParsingError' ? 'gone' : 'network';
}

import Hls, { ErrorTypes, Events } from 'hls.js';
import type { ErrorData, Fragment, HlsConfig, LevelDetails } from 'hls.js';
import workerPath from 'hls.js/dist/hls.worker.js?url';

import type { LiveWindow, PlaybackError } from '../engine.ts';
import { watchForStall } from '../stall-detection.ts';
import { bufferedEnd, type AttachOptions } from '../source.ts';
import { probeAddress } from '../probe-address.ts';
import { offerHlsAirPlay } from './airplay.ts';
import { readHlsCaptions } from './captions.ts';
import { coloredCues } from './closed-captions.ts';
import { checkHlsDecoding, withCodec } from './decoding.ts';
import { createLevelControls } from './levels.ts';
import { NO_DECODER, createRecovery, hlsError } from './recovery.ts';
import type { FatalErrorKind } from './recovery.ts';

const BUFFER_BYTES = 500_000_000;
const FIRST_BYTE_LIMIT_MS = 10_000;
const FRAGMENT_LIMIT_MS = 20_000;
/** Longer than any time-out of hls.js. */
const STALL_LIMIT_MS = FRAGMENT_LIMIT_MS + 5_000;
/** A shorter buffer counts as empty. */
const MIN_BUFFER_SECONDS = 5;

const FRAGMENT_POLICY: HlsConfig['fragLoadPolicy'] = {
  default: {
    maxLoadTimeMs: FRAGMENT_LIMIT_MS,
    maxTimeToFirstByteMs: FIRST_BYTE_LIMIT_MS,
    errorRetry: { maxNumRetry: 2, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 },
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
  },
};

/** A thumbnail needs only one fragment. */
const FRUGAL: Partial<HlsConfig> = {
  maxBufferLength: 1,
  maxMaxBufferLength: 1,
  backBufferLength: 0,
};

type HlsOptions = Pick<
  AttachOptions,
  | 'startAt'
  | 'signal'
  | 'failed'
  | 'report'
  | 'setControls'
  | 'isRunning'
  | 'preferences'
  | 'isFrugal'
>;

/** hls.js is preferred to native HLS, which hides qualities, audio tracks and captions. */
export function isHlsSupported(): boolean {
  return Hls.isSupported();
}

/** Plays a playlist until the signal ends. */
export function attachHls(video: HTMLVideoElement, url: string, options: HlsOptions): void {
  const { signal, startAt } = options;
  const hls = new Hls({
    maxBufferSize: BUFFER_BYTES,
    fragLoadPolicy: FRAGMENT_POLICY,
    renderTextTracksNatively: false,
    // With a growing duration, the end would always seem near.
    liveDurationInfinity: true,
    cueHandler: coloredCues,
    startPosition: startAt > 0 ? startAt : -1,
    // The module build has no worker. A separate file needs no `blob:` in the security policy.
    workerPath,
    ...(options.isFrugal && FRUGAL),
  });
  recoverOrFail(hls, video, url, options);
  // hls.js attaches again to reset a failed decoder, which pauses the element without an event.
  hls.on(Events.MEDIA_ATTACHED, () => {
    if (options.isRunning()) video.play().catch(() => undefined);
  });
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

/** Leaves out the oldest segments, which would expire before the player fetches them. */
const LEAVING_SEGMENTS = 2;

function liveWindow(details: LevelDetails, sync: number | null): LiveWindow | undefined {
  const { live, fragmentStart, targetduration, edge } = details;
  const end = Math.max(fragmentStart, sync ?? edge);
  const start = Math.min(fragmentStart + LEAVING_SEGMENTS * targetduration, end);
  return live ? { start, end } : undefined;
}

function offerChoices(hls: Hls, { preferences, report, setControls }: HlsOptions): void {
  const controls = createLevelControls(hls, preferences, report);
  hls.on(Events.MANIFEST_PARSED, controls.parsed);
  hls.on(Events.LEVELS_UPDATED, controls.relisted);
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => controls.switched(level));
  hls.on(Events.AUDIO_TRACKS_UPDATED, controls.audioListed);
  hls.on(Events.AUDIO_TRACK_SWITCHED, controls.audioSwitched);
  const captions = readHlsCaptions(hls, preferences, report);
  hls.on(Events.MANIFEST_PARSED, captions.disable);
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, captions.listed);
  hls.on(Events.NON_NATIVE_TEXT_TRACKS_FOUND, (_event, { tracks }) => captions.found(tracks));
  hls.on(Events.FRAG_LOADED, (_event, { frag, payload }) => captions.loaded(frag, payload));
  hls.on(Events.FRAG_DECRYPTED, (_event, { frag, payload }) => captions.loaded(frag, payload));
  hls.on(Events.CUES_PARSED, (_event, data) => captions.parsed(data));
  hls.on(Events.ERROR, (_event, { details }) => captions.onError(details));
  setControls({ ...controls, readCaption: captions.read });
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
    // An init segment, or one track while another is missing, leaves nothing to play.
    recovery.arrived(bufferedEnd(video) > video.currentTime);
    setRetrying(false);
  });

  const reload = (data: ErrorData) => (isOfManifest(data) ? hls.loadSource(url) : hls.startLoad());

  function recover(data: ErrorData) {
    if (data.type === ErrorTypes.NETWORK_ERROR && !navigator.onLine) {
      setRetrying(!hasBuffer(video));
      window.addEventListener('online', () => reload(data), { once: true, signal });
      return;
    }
    const now = { ms: performance.now(), hasBuffer: hasBuffer(video) };
    const remedy = recovery.remedyFor(errorKeyOf(data), now);
    switch (remedy.do) {
      case 'reload':
        setRetrying(!hasBuffer(video));
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
        giveUp(withCodec(video, hlsError(data, codecs()), codecs()));
    }
  }

  function giveUp(error: PlaybackError) {
    hls.destroy();
    failed(error);
  }

  onStall(hls, video, signal, () =>
    giveUp({ type: 'hls', errorName: 'Hang', message: 'hls.js loads nothing', key: 'errorParts' }),
  );

  hls.on(Events.ERROR, (_event, data) => {
    if (signal.aborted) return;
    // hls.js retries by itself, but the viewer has waited long enough to deserve a message.
    if (data.details === 'fragLoadTimeOut' && !hasBuffer(video)) setRetrying(true);
    if (!data.fatal) return;
    if (!isOfManifest(data) || data.response?.code) return recover(data);
    void probeAddress(url, signal).then((probe) => {
      if (signal.aborted) return;
      if (probe.at === 'unreadable') giveUp({ ...hlsError(data, codecs()), key: 'errorCors' });
      else recover(data);
    });
  });
}

/** After segments that contain no video, hls.js 1.7.4 may wait forever, without an error. */
function onStall(
  hls: Hls,
  video: HTMLVideoElement,
  signal: AbortSignal,
  stalled: () => void,
): void {
  const restartTimer = watchForStall(video, { signal, onStall: stalled, limitMs: STALL_LIMIT_MS });
  hls.on(Events.MANIFEST_LOADING, restartTimer);
  hls.on(Events.LEVEL_LOADING, (_event, { levelInfo }) => {
    if (!levelInfo.details?.live) restartTimer();
  });
  hls.on(Events.AUDIO_TRACK_LOADING, (_event, { track }) => {
    if (!track.details?.live) restartTimer();
  });
  hls.on(Events.LEVEL_UPDATED, (_event, { details }) => {
    if (details.advanced) restartTimer();
  });
  hls.on(Events.FRAG_LOADING, restartTimer);
  hls.on(Events.FRAG_LOADED, restartTimer);
  hls.on(Events.ERROR, restartTimer);
}

const hasBuffer = (video: HTMLVideoElement) =>
  bufferedEnd(video) - video.currentTime > MIN_BUFFER_SECONDS;

function retryReport(report: AttachOptions['report']): (retrying: boolean) => void {
  let isRetrying = false;
  return (retrying) => {
    if (isRetrying !== retrying) report({ retrying });
    isRetrying = retrying;
  };
}

/** Returns the codecs that the browser has rejected, or else those that the playlist declares. */
function watchCodecs(hls: Hls): () => string | undefined {
  let declared: string | undefined;
  let rejected: string | undefined;
  hls.on(Events.MANIFEST_LOADED, (_event, { levels }) => {
    declared = levels.find(({ attrs }) => attrs.CODECS)?.attrs.CODECS;
  });
  hls.on(Events.ERROR, (_event, { details, mimeType }) => {
    if (details === 'bufferAddCodecError') rejected = /codecs=(.+)/.exec(mimeType ?? '')?.[1];
  });
  return () => rejected ?? declared;
}

const EDGE_SECONDS = 0.5;

/** Skips segments, and seeks over the gap when playback reaches it. */
function createSkipper(hls: Hls, video: HTMLVideoElement, signal: AbortSignal) {
  const lost: Fragment[] = [];
  video.addEventListener('waiting', () => jumpOver(video, lost), { signal });
  hls.on(Events.FRAG_BUFFERED, () => jumpOver(video, lost));
  return (segment: Fragment) => {
    // Playlists mark gaps with this tag (RFC 8216bis, 4.4.4.7): hls.js continues to load after the gap.
    segment.tagList.push(['GAP']);
    segment.gap = true;
    lost.push(segment);
  };
}

/** Seeks past lost segments once nothing before them is left to play. */
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

const isClientError = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500;

const isOfManifest = ({ details }: ErrorData) => details.startsWith('manifestLoad');

function errorKeyOf({ type, details, response, frag }: ErrorData): FatalErrorKind {
  if (NO_DECODER.has(details)) return 'other';
  if (type === ErrorTypes.MEDIA_ERROR) return 'media';
  if (type !== ErrorTypes.NETWORK_ERROR) return 'other';
  // hls.js has already retried several times before a time-out is fatal.
  const isOver = isClientError(response?.code) || details.endsWith('TimeOut');
  if (isOver && frag && details.startsWith('frag')) {
    return details.endsWith('TimeOut') ? 'late' : 'lost';
  }
  return isOver || details === 'manifestParsingError' ? 'gone' : 'network';
}

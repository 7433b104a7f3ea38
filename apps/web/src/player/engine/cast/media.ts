import type { Stream } from '@matinee/shared/media/stream';

import type { EngineReports, LoadOptions, MediaReport } from '../engine.ts';
import { createTrackPreferences } from '../source.ts';
import type { TrackCommands } from '../source.ts';
import { createCastCaptions } from './captions.ts';
import type { CastCaptions } from './captions.ts';
import { createLoadRequest, createCastLoader } from './loader.ts';
import type { CastLoader } from './loader.ts';
import type { CastMedia, CastSdk, CastSession, RemotePlayer } from './sdk.ts';
import { castSource } from './source.ts';
import type { CastSource } from './source.ts';
import { createCastTracks } from './tracks.ts';

export interface Remote {
  readonly sdk: CastSdk;
  readonly session: CastSession;
  /** The title that the television shows. */
  readonly title: () => string;
}

interface PlaybackReports extends EngineReports {
  readonly rate: () => number;
}

/** Playback on a television: the stream it gets and the state it reports. */
export interface CastPlayback {
  readonly loader: CastLoader;
  readonly captions: CastCaptions;
  /** Loads the stream again, at its current time unless `to` says otherwise. */
  readonly again: (to?: Partial<LoadOptions>) => void;
  readonly trackCommands: TrackCommands;
  readonly now: () => number;
  /** Reads the state of the receiver. */
  readonly update: () => void;
}

export function createCastPlayback(
  remote: Remote,
  player: RemotePlayer,
  reports: PlaybackReports,
): CastPlayback {
  let source: CastSource | undefined;

  const { session } = remote;
  const now = () => session.getMediaSession()?.getEstimatedTime() ?? player.currentTime;
  const preferences = createTrackPreferences(reports, () => ({ ...tracks, chooseQuality }));
  const tracks = createCastTracks(remote, { report: reports.state, preferences: preferences.now });
  const loader = createCastLoader({ send, arrived, failed });
  const { isReady } = loader;
  const captions = createCastCaptions({
    now,
    isReady,
    show: tracks.showCaption,
    reload: () => again(),
  });

  async function send(stream: Stream, how: () => LoadOptions, signal: AbortSignal): Promise<void> {
    source = await castSource(stream, { preferences: preferences.now, signal });
    if (signal.aborted) return;
    const { startAt, autoplay } = how();
    const { qualities, quality } = source;
    reports.state({ qualities, quality, time: startAt });
    const caption = captions.captionAt(startAt);
    const details = {
      ...source,
      caption,
      title: remote.title(),
      startAt,
      autoplay,
      rate: reports.rate(),
    };
    await session.loadMedia(createLoadRequest(remote.sdk, details));
    if (!signal.aborted) tracks.arrived(caption !== undefined);
  }

  function arrived() {
    update();
    captions.settle();
  }

  function failed(message: string) {
    reports.failed({ type: 'global', errorName: 'CastFailed', message });
  }

  /** Uses the current time, or the pending start position. */
  function again(to: Partial<LoadOptions> = {}) {
    if (!loader.isReady() && !loader.pending()) return;
    const here = loader.pending() ?? { startAt: now(), autoplay: !player.isPaused };
    reports.state({ time: to.startAt ?? here.startAt }, 'stalled');
    loader.again({ ...here, ...to });
  }

  function chooseQuality() {
    if (source?.isOther(preferences.now().quality)) again();
  }

  function update() {
    if (!isReady() || !player.isConnected) return;
    const report = remoteReport(player, session.getMediaSession());
    if (report === 'failed') {
      loader.forget();
      failed("The device couldn't play the video");
    } else if (report) {
      reports.state(report.media, report.phase);
      captions.refresh();
    }
  }

  return { loader, captions, again, now, update, trackCommands: preferences.trackCommands };
}

const MEDIA_NAMESPACE = 'urn:x-cast:com.google.cast.media';

/** Sends the protocol message directly, because the SDK has no method for it. */
export async function sendRate(session: CastSession, playbackRate: number): Promise<void> {
  const mediaSessionId = session.getMediaSession()?.mediaSessionId;
  if (mediaSessionId === undefined) return;
  const message = { type: 'SET_PLAYBACK_RATE', playbackRate, mediaSessionId, requestId: 0 };
  // Old receivers support one rate only.
  await session.sendMessage(MEDIA_NAMESPACE, message).catch(() => undefined);
}

const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0);

/** Maps the receiver's state to a report; undefined while it has none. */
function remoteReport(
  player: RemotePlayer,
  media: CastMedia | null,
): MediaReport | 'failed' | undefined {
  if (!player.isMediaLoaded) return idleReport(media);
  const time = player.currentTime;
  return {
    media: {
      time,
      buffered: time,
      duration: finite(player.duration),
      paused: player.isPaused,
      seeking: false,
      hasPlayed: true,
    },
    phase: player.playerState === 'BUFFERING' ? 'stalled' : 'ready',
  };
}

function idleReport(media: CastMedia | null): MediaReport | 'failed' | undefined {
  switch (media?.idleReason) {
    case 'FINISHED':
      return { media: { paused: true }, phase: 'ended' };
    case 'ERROR':
      return 'failed';
    case 'CANCELLED':
    case 'INTERRUPTED':
      // Another sender has loaded something else.
      return { media: { paused: true } };
    default:
      return undefined;
  }
}

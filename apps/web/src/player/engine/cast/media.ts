import type { Stream } from '@matinee/shared/media/stream';

import type { EngineReports, LoadOptions } from '../engine.ts';
import type { MediaReport } from '../media-events.ts';
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
  /** What the television calls the film. */
  readonly title: () => string;
}

/** Whom it reports to, and how fast the film is to run. */
interface Told extends EngineReports {
  readonly rate: () => number;
}

/** The film that a television has from us: what it is sent, and what it says. */
export interface CastPlayback {
  readonly slot: CastLoader;
  readonly talk: CastCaptions;
  /** The same film anew, at the second where it is, unless told otherwise. */
  readonly again: (to?: Partial<LoadOptions>) => void;
  readonly choosing: TrackCommands;
  readonly now: () => number;
  /** Something has changed on the other side. */
  readonly look: () => void;
}

export function createCastPlayback(remote: Remote, player: RemotePlayer, told: Told): CastPlayback {
  let source: CastSource | undefined;

  const { session } = remote;
  const now = () => session.getMediaSession()?.getEstimatedTime() ?? player.currentTime;
  const wishes = createTrackPreferences(told, () => ({ ...tracks, chooseQuality }));
  const tracks = createCastTracks(remote, { report: told.state, wishes: wishes.now });
  const slot = createCastLoader({ put, arrived, failed });
  const { isReady } = slot;
  const talk = createCastCaptions({
    now,
    isReady,
    show: tracks.showCaption,
    loadAgain: () => again(),
  });

  async function put(stream: Stream, how: () => LoadOptions, signal: AbortSignal): Promise<void> {
    source = await castSource(stream, { wishes: wishes.now, signal });
    if (signal.aborted) return;
    const { startAt, autoplay } = how();
    const { qualities, quality } = source;
    told.state({ qualities, quality, time: startAt });
    const caption = talk.pack(startAt);
    const wish = {
      ...source,
      caption,
      title: remote.title(),
      startAt,
      autoplay,
      rate: told.rate(),
    };
    await session.loadMedia(createLoadRequest(remote.sdk, wish));
    if (!signal.aborted) tracks.arrived(caption !== undefined);
  }

  function arrived() {
    look();
    talk.settle();
  }

  function failed(message: string) {
    told.failed({ type: 'global', errorName: 'CastFailed', message });
  }

  /** At the second where it is, or where it was to begin. */
  function again(to: Partial<LoadOptions> = {}) {
    if (!slot.isReady() && !slot.coming()) return;
    const here = slot.coming() ?? { startAt: now(), autoplay: !player.isPaused };
    told.state({ time: to.startAt ?? here.startAt }, 'stalled');
    slot.again({ ...here, ...to });
  }

  function chooseQuality() {
    if (source?.isOther(wishes.now().quality)) again();
  }

  function look() {
    if (!isReady() || !player.isConnected) return;
    const report = remoteReport(player, session.getMediaSession());
    if (report === 'failed') {
      slot.forget();
      failed('The device could not play it');
    } else if (report) {
      told.state(report.media, report.phase);
      talk.keepUp();
    }
  }

  return { slot, talk, again, now, look, choosing: wishes.choosing };
}

const MEDIA_NAMESPACE = 'urn:x-cast:com.google.cast.media';

/** The SDK has no word for it, its protocol has. */
export async function sendRate(session: CastSession, playbackRate: number): Promise<void> {
  const mediaSessionId = session.getMediaSession()?.mediaSessionId;
  if (mediaSessionId === undefined) return;
  const message = { type: 'SET_PLAYBACK_RATE', playbackRate, mediaSessionId, requestId: 0 };
  // Old receivers know one speed only.
  await session.sendMessage(MEDIA_NAMESPACE, message).catch(() => undefined);
}

const finite = (seconds: number) => (Number.isFinite(seconds) ? seconds : 0);

/** What a television says of a film, in our words; undefined when it says nothing of it. */
export function remoteReport(
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
      // Somebody else has put something else on.
      return { media: { paused: true } };
    default:
      return undefined;
  }
}

import type { CastMedia, RemotePlayer } from './cast-sdk.ts';
import type { MediaReport } from '../media-events.ts';

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

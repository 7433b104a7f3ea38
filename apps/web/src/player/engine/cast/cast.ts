import type { Engine, EngineReports } from '../engine.ts';
import { createCastPlayback, sendRate } from './media.ts';
import type { CastPlayback, Remote } from './media.ts';
import type { RemotePlayer, RemotePlayerController } from './sdk.ts';

const TICK_MS = 250;

/** The engine over a television: it plays by itself, and says every second where it is. */
export function castEngine(remote: Remote, reports: EngineReports): Engine {
  const { RemotePlayer, RemotePlayerController } = remote.sdk.framework;
  const player = new RemotePlayer();
  const controller = new RemotePlayerController(player);
  let rate = 1;
  const film = createCastPlayback(remote, player, { ...reports, rate: () => rate });

  // A television has a volumeLevel of its own, which nobody has asked to change yet.
  const tellVolume = () => reports.state({ volume: player.volumeLevel, muted: player.isMuted });
  const onChange = () => {
    tellVolume();
    film.look();
  };
  controller.addEventListener('anyChanged', onChange);
  tellVolume();
  // There they are drawn over the picture, here would be nothing under them.
  reports.state({ drawsCaptions: true, captionTracks: [] });

  function unload() {
    film.talk.stop();
    film.slot.forget();
    if (player.isConnected && player.isMediaLoaded) controller.stop();
  }

  return {
    load: film.slot.load,
    unload,
    ...transport(film, { player, controller }, reports),
    setRate: (next) => {
      rate = next;
      void sendRate(remote.session, rate);
      reports.state({ rate });
    },
    ...film.choosing,
    showCaption: film.talk.want,
    onVideoFrame: (onFrame) => {
      const tell = () => onFrame(film.now());
      const timer = setInterval(tell, TICK_MS);
      tell();
      return () => clearInterval(timer);
    },
    destroy: () => {
      controller.removeEventListener('anyChanged', onChange);
      unload();
    },
  };
}

interface Controls {
  readonly player: RemotePlayer;
  readonly controller: RemotePlayerController;
}

/** Commands report what they did at once; the television's own word comes a moment later and may correct it. */
function transport(
  { slot, again }: CastPlayback,
  { player, controller }: Controls,
  reports: EngineReports,
): Pick<Engine, 'play' | 'pause' | 'seek' | 'setVolume'> {
  function setPaused(isPaused: boolean) {
    if (slot.coming()) slot.change({ autoplay: !isPaused });
    else if (!player.isMediaLoaded) {
      // What has ended is not loaded any more.
      if (!isPaused) again({ startAt: 0, autoplay: true });
      return;
    } else if (player.isPaused !== isPaused) controller.playOrPause();
    reports.state({ paused: isPaused });
  }

  return {
    play: () => setPaused(false),
    pause: () => setPaused(true),
    seek: (seconds) => {
      if (!slot.isReady() || !player.isMediaLoaded) return again({ startAt: seconds });
      player.currentTime = seconds;
      controller.seek();
      reports.state({ time: seconds });
    },
    setVolume: (volume, muted) => {
      if (player.volumeLevel !== volume) {
        player.volumeLevel = volume;
        controller.setVolumeLevel();
      }
      // The SDK knows only the other way round.
      if (player.isMuted !== muted) controller.muteOrUnmute();
      reports.state({ volume, muted });
    },
  };
}

import type { Engine, EngineReports } from '../engine.ts';
import { createCastPlayback, sendRate } from './media.ts';
import type { CastPlayback, Remote } from './media.ts';
import type { RemotePlayer, RemotePlayerController } from './sdk.ts';

const TICK_MS = 250;

/** The engine for a television, which plays by itself and reports its time every second. */
export function castEngine(remote: Remote, reports: EngineReports): Engine {
  const { RemotePlayer, RemotePlayerController } = remote.sdk.framework;
  const player = new RemotePlayer();
  const controller = new RemotePlayerController(player);
  let rate = 1;
  const playback = createCastPlayback(remote, player, { ...reports, rate: () => rate });

  // Reports the volume of the television, which no command has set yet.
  const reportVolume = () => reports.state({ volume: player.volumeLevel, muted: player.isMuted });
  const onChange = () => {
    reportVolume();
    playback.update();
  };
  controller.addEventListener('anyChanged', onChange);
  reportVolume();
  // The television draws captions over the video.
  reports.state({ drawsCaptions: true, captionTracks: [] });

  function unload() {
    playback.captions.stop();
    playback.loader.forget();
    if (player.isConnected && player.isMediaLoaded) controller.stop();
  }

  return {
    load: playback.loader.load,
    unload,
    ...playbackCommands(playback, { player, controller }, reports),
    setRate: (next) => {
      rate = next;
      void sendRate(remote.session, rate);
      reports.state({ rate });
    },
    ...playback.trackCommands,
    showCaption: playback.captions.choose,
    onVideoFrame: (onFrame) => {
      const onTick = () => onFrame(playback.now());
      const timer = setInterval(onTick, TICK_MS);
      onTick();
      return () => clearInterval(timer);
    },
    destroy: () => {
      controller.removeEventListener('anyChanged', onChange);
      unload();
    },
  };
}

interface Receiver {
  readonly player: RemotePlayer;
  readonly controller: RemotePlayerController;
}

/** Commands report their effect at once; the television's own report follows and may correct it. */
function playbackCommands(
  { loader, again }: CastPlayback,
  { player, controller }: Receiver,
  reports: EngineReports,
): Pick<Engine, 'play' | 'pause' | 'seek' | 'setVolume'> {
  function setPaused(isPaused: boolean) {
    if (loader.pending()) loader.change({ autoplay: !isPaused });
    else if (!player.isMediaLoaded) {
      // The receiver unloads a stream that has ended.
      if (!isPaused) again({ startAt: 0, autoplay: true });
      return;
    } else if (player.isPaused !== isPaused) controller.playOrPause();
    reports.state({ paused: isPaused });
  }

  return {
    play: () => setPaused(false),
    pause: () => setPaused(true),
    seek: (seconds) => {
      if (!loader.isReady() || !player.isMediaLoaded) return again({ startAt: seconds });
      player.currentTime = seconds;
      controller.seek();
      reports.state({ time: seconds });
    },
    setVolume: (volume, muted) => {
      if (player.volumeLevel !== volume) {
        player.volumeLevel = volume;
        controller.setVolumeLevel();
      }
      // The SDK can only toggle.
      if (player.isMuted !== muted) controller.muteOrUnmute();
      reports.state({ volume, muted });
    },
  };
}

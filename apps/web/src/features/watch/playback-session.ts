// From a stream that was found to one that plays and is remembered.
import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { releaseStream } from '#data/streams/extension/prepare-stream.ts';
import { saveProgress } from '#data/user-data/progress.ts';
import { withReplacedHosts } from '#data/streams/replaced-hosts.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Player } from '#player/player.ts';
import { autosave } from './autosave.ts';
import { openTitle } from './persist-preferences.ts';
import { joinMediaSession } from './media-session.ts';
import { announce } from './now-playing-api.ts';

interface Playback {
  readonly meta: PlaybackMeta;
  readonly stream: Stream;
  readonly startAt: number;
  readonly autoplay?: boolean;
  readonly onFailure: (error: PlaybackError) => void;
  /** The picture plays, and its sound cannot be decoded. */
  readonly onSilence: (codec: string) => void;
}

export interface Stage {
  readonly play: (playback: Playback) => void;
  /** Another stream of what is on goes on at the same second. */
  readonly switchTo: (stream: Stream) => void;
  /** The same by itself: what is paused stays paused. */
  readonly failOverTo: (stream: Stream) => void;
  readonly clear: () => void;
}

/** One thing plays at a time. */
export function createStage(player: Player): Stage {
  let on: { readonly playback: Playback; readonly stop: () => void } | undefined;
  const clear = () => {
    on?.stop();
    on = undefined;
  };
  const play = (playback: Playback) => {
    clear();
    on = { playback, stop: startPlayback(player, playback) };
  };
  const goOn = (stream: Stream, isAutomatic: boolean) => {
    if (!on) return;
    const { media } = player.store.getState();
    const { playback } = on;
    const startAt = media.hasPlayed ? media.time : playback.startAt;
    const wasPlaying = media.hasPlayed ? !media.paused : (playback.autoplay ?? true);
    play({ ...playback, stream, startAt, autoplay: !isAutomatic || wasPlaying });
  };
  return {
    play,
    switchTo: (stream) => goOn(stream, false),
    failOverTo: (stream) => goOn(stream, true),
    clear,
  };
}

/** Plays until it is stopped; then the place is saved and the player is empty. */
function startPlayback(player: Player, playback: Playback): () => void {
  const { meta, stream, startAt, autoplay = true, onFailure, onSilence } = playback;
  openTitle(player, meta);
  const stopSaving = autosave(player, (position) => saveProgress(meta, position, Date.now()), {
    window,
    document,
  });
  const leaveSession = joinMediaSession(player, meta);
  const conceal = announce(player, meta);
  // Some streams fail while they are being loaded.
  const unsubscribe = player.store.subscribe(({ phase, error, media }, before) => {
    if (phase === 'failed' && before.phase !== 'failed' && error) onFailure(error);
    const { silentCodec } = media;
    if (silentCodec !== undefined && !before.media.silentCodec) onSilence(silentCodec);
  });
  player.load(withReplacedHosts(stream), { startAt, autoplay });
  return () => {
    unsubscribe();
    conceal();
    leaveSession();
    stopSaving();
    player.unload();
    releaseStream(stream);
  };
}

// From a stream that was found to one that plays and is remembered.
import type { Stream } from '@matinee/shared/media/stream';
import type { PlaybackMeta, ShowMeta } from '#data/catalogue/details.ts';
import { saveProgress } from '#data/library/progress.ts';
import { withReplacedHosts } from '#data/sources/replaced-hosts.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import type { Player } from '#player/store/player.ts';
import { autosave } from './autosave.ts';
import { joinMediaSession } from './media-session.ts';
import { restoreCaptions } from './preferences-binding.ts';

interface Playback {
  readonly meta: PlaybackMeta;
  readonly stream: Stream;
  readonly startAt: number;
  readonly onFailure: (error: PlaybackError) => void;
  /** Another episode was asked for, from outside the page. */
  readonly goTo: (episode: ShowMeta) => void;
}

/** Plays until it is stopped; then the place is saved and the player is empty. */
export function startPlayback(
  player: Player,
  { meta, stream, startAt, onFailure, goTo }: Playback,
): () => void {
  player.load(withReplacedHosts(stream), { startAt, autoplay: true });
  restoreCaptions(player);
  const stopSaving = autosave(player, (position) => saveProgress(meta, position, Date.now()), {
    window,
    document,
  });
  const leaveSession = joinMediaSession(player, { meta, goTo });
  const unsubscribe = player.store.subscribe(({ phase, error }, before) => {
    if (phase === 'failed' && before.phase !== 'failed' && error) onFailure(error);
  });
  return () => {
    unsubscribe();
    leaveSession();
    stopSaving();
    player.unload();
  };
}

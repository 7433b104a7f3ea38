import type { Player } from '#player/player.ts';
import type { MediaState } from '#player/engine/engine.ts';

const EVERY_MS = 3_000;

export interface Position {
  readonly watched: number;
  readonly duration: number;
}

/** Where the page says that it may be about to go; `window` and its document in the browser. */
export interface PageSignals {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly visibilityState: string };
}

/**
 * Carries the place in the film to the library: every 3 s while it plays, and at every moment after which there might be no next
 * one. Nothing is saved before the picture has moved, or opening a title would overwrite where it was left.
 */
export function autosave(
  player: Pick<Player, 'store'>,
  save: (position: Position) => void,
  page: PageSignals,
): () => void {
  const life = new AbortController();
  const { signal } = life;
  let saved: number | undefined;

  const saveNow = () => {
    const { media } = player.store.getState();
    if (!isWorthSaving(media) || media.time === saved) return;
    saved = media.time;
    save({ watched: media.time, duration: media.duration });
  };

  const timer = setInterval(saveNow, EVERY_MS);
  const unsubscribe = player.store.subscribe(({ media }, { media: before }) => {
    const hasPaused = media.paused && !before.paused;
    const hasSought = before.seeking && !media.seeking;
    if (hasPaused || hasSought) saveNow();
  });
  page.window.addEventListener('pagehide', saveNow, { signal });
  page.document.addEventListener(
    'visibilitychange',
    () => page.document.visibilityState === 'hidden' && saveNow(),
    { signal },
  );

  return () => {
    if (signal.aborted) return;
    saveNow();
    clearInterval(timer);
    unsubscribe();
    life.abort();
  };
}

/** While a seek is on its way the time is where the viewer wants to be, which is as good. */
function isWorthSaving({ hasPlayed, duration, time }: MediaState): boolean {
  return hasPlayed && Number.isFinite(duration) && duration > 0 && Number.isFinite(time);
}

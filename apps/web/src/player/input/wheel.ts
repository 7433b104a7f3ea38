import type { Player } from '../player.ts';

const PIXELS_PER_VOLUME = 1_000;

/** The wheel over the volume control; the page behind it does not scroll. */
export function watchWheel(target: EventTarget, player: Player): () => void {
  const life = new AbortController();
  const onWheel = (event: Event) => {
    if (!('deltaY' in event) || typeof event.deltaY !== 'number') return;
    event.preventDefault();
    player.changeVolumeBy(-event.deltaY / PIXELS_PER_VOLUME);
    player.controls.showVolume();
  };
  target.addEventListener('wheel', onWheel, { signal: life.signal, passive: false });
  return () => life.abort();
}

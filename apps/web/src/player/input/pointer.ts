import type { Player } from '../player.ts';

/** The mouse over the frame shows the controls; leaving hides them. */
export function watchHover(frame: HTMLElement, player: Player): () => void {
  const life = new AbortController();
  const { signal } = life;
  const { controls } = player;

  function onPointer({ pointerType }: PointerEvent) {
    controls.sawPointer(pointerType);
    if (pointerType === 'mouse') controls.wake();
  }

  frame.addEventListener('pointermove', onPointer, { signal });
  frame.addEventListener('pointerdown', onPointer, { signal });
  frame.addEventListener('pointerleave', controls.leave, { signal });
  return () => life.abort();
}

/**
 * A mouse on the picture plays and pauses. The first click acts at once; the second of a double-click undoes it and
 * changes to full screen.
 */
export function watchVideoClicks(picture: HTMLElement, player: Player): () => void {
  const life = new AbortController();
  const { signal } = life;
  let pointerType = 'mouse';
  let wasPaused = true;

  function onClick({ detail }: MouseEvent) {
    if (pointerType !== 'mouse') return;
    const isSecond = detail > 0 && detail % 2 === 0;
    if (!isSecond) {
      wasPaused = player.store.getState().media.paused;
      player.togglePlay();
      return;
    }
    if (wasPaused) player.pause();
    else player.play();
    player.toggleFullscreen();
  }

  picture.addEventListener(
    'pointerdown',
    (event) => {
      pointerType = event.pointerType;
    },
    { signal },
  );
  picture.addEventListener('click', onClick, { signal });
  return () => life.abort();
}

const PIXELS_PER_VOLUME = 1_000;

/** The wheel over the volume control; the page behind it does not scroll. */
export function watchWheel(target: EventTarget, player: Player): () => void {
  const life = new AbortController();
  const onWheel = (event: Event) => {
    if (!('deltaY' in event) || typeof event.deltaY !== 'number') return;
    event.preventDefault();
    player.changeVolumeBy(-event.deltaY / PIXELS_PER_VOLUME);
    player.showVolume();
  };
  target.addEventListener('wheel', onWheel, { signal: life.signal, passive: false });
  return () => life.abort();
}

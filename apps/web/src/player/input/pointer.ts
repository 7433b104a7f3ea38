import type { Player } from '../player.ts';

/** Shows the controls while the mouse moves over the container; leaving hides them. */
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

/** A click plays or pauses at once. The second click of a double-click undoes that and toggles fullscreen. */
export function watchVideoClicks(area: HTMLElement, player: Player): () => void {
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

  area.addEventListener(
    'pointerdown',
    (event) => {
      pointerType = event.pointerType;
    },
    { signal },
  );
  area.addEventListener('click', onClick, { signal });
  return () => life.abort();
}

const PIXELS_PER_VOLUME = 1_000;

/** Changes the volume with the wheel, and keeps the page behind from scrolling. */
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

import type { Player } from '../../player.ts';

/** Connects a card or a button that comes and goes over the video: captions keep clear of it, and it leaves the focus behind. */
export function attachFloatingCard(card: HTMLElement, { controls }: Player): () => void {
  const frame = card.closest('section');
  if (!frame) return () => undefined;
  const { style } = frame;
  const observer = new ResizeObserver(() => {
    style.setProperty('--card-block-size', `${card.offsetHeight}px`);
    style.setProperty('--card-inline-size', `${card.offsetWidth}px`);
  });
  observer.observe(card);
  return () => {
    observer.disconnect();
    style.removeProperty('--card-block-size');
    style.removeProperty('--card-inline-size');
    // It disappears under the pointer, so that neither the pointer nor the focus leaves it.
    if (card.matches(':hover')) controls.hold(false);
    if (!card.contains(card.ownerDocument.activeElement)) return;
    controls.focus(false);
    frame.focus({ preventScroll: true });
  };
}

import type { Player } from '../../player.ts';

/** Connects a card or button that comes and goes over the video. Captions avoid it, and its focus goes to the frame. */
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
    // A card that disappears fires no event for the pointer or the focus that it had.
    if (card.matches(':hover')) controls.hold(false);
    if (!card.contains(card.ownerDocument.activeElement)) return;
    controls.focus(false);
    frame.focus({ preventScroll: true });
  };
}

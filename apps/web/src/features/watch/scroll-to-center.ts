/** Holds a row in the middle of its reel, also when the reel changes its size; `scroll-behavior` decides how it gets there. */
export function keepCentred(row: HTMLElement): () => void {
  const reel = row.closest('[data-reel]');
  if (!reel) return () => undefined;
  const watcher = new ResizeObserver(() => {
    const place = row.getBoundingClientRect();
    const frame = reel.getBoundingClientRect();
    const offset = place.top + place.height / 2 - (frame.top + frame.height / 2);
    reel.scrollTo({ top: reel.scrollTop + offset });
  });
  watcher.observe(reel);
  return () => watcher.disconnect();
}

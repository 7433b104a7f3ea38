/** Style sheets cannot ask yet, in all browsers, whether a sticky box is stuck: `data-stuck` tells them. */
export function markWhenStuck(box: HTMLElement): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const mark = () => {
    const sticksAt = Number.parseFloat(getComputedStyle(box).insetBlockStart) || 0;
    const isStuck = scrollY > 0 && box.getBoundingClientRect().top <= sticksAt + 0.5;
    box.toggleAttribute('data-stuck', isStuck);
  };
  // Not at once: to ask then would have the whole new page laid out first, and whoever scrolls a page says so.
  addEventListener('scroll', mark, { passive: true, signal });
  addEventListener('resize', mark, { passive: true, signal });
  return () => lifetime.abort();
}

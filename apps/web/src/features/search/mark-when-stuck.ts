/** Style sheets cannot ask yet, in all browsers, whether a sticky box is stuck: `data-stuck` tells them. */
export function markWhenStuck(box: HTMLElement): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const mark = () => {
    const sticksAt = Number.parseFloat(getComputedStyle(box).insetBlockStart) || 0;
    const isStuck = scrollY > 0 && box.getBoundingClientRect().top <= sticksAt + 0.5;
    box.toggleAttribute('data-stuck', isStuck);
  };
  addEventListener('scroll', mark, { passive: true, signal });
  addEventListener('resize', mark, { passive: true, signal });
  mark();
  return () => lifetime.abort();
}

/** Sets `data-stuck` while a sticky box is stuck: not all browsers have scroll-state queries. */
export function observeSticky(box: HTMLElement): () => void {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const mark = () => {
    const sticksAt = Number.parseFloat(getComputedStyle(box).insetBlockStart) || 0;
    const isStuck = scrollY > 0 && box.getBoundingClientRect().top <= sticksAt + 0.5;
    box.toggleAttribute('data-stuck', isStuck);
  };
  // Measuring at once would force a layout of the new page.
  addEventListener('scroll', mark, { passive: true, signal });
  addEventListener('resize', mark, { passive: true, signal });
  return () => lifetime.abort();
}

/**
 * Calls `near` once, when the element comes within `marginPx` of the viewport; at once without IntersectionObserver.
 */
export function whenVisible(element: Element, near: () => void, marginPx = 0): () => void {
  if (!('IntersectionObserver' in globalThis)) {
    near();
    return () => undefined;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      near();
    },
    { rootMargin: `${marginPx}px 0px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

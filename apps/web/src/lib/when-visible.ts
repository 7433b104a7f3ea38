/** Calls `near` once, when the element comes within `marginPx` of the viewport; at once without IntersectionObserver. */
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

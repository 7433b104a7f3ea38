/** Calls once, when the element comes close to what can be seen. */
export function whenNear(element: Element, near: () => void, marginPx = 0): () => void {
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

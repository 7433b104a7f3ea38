// Pictures that are in sight come before those that are not: on a slow line all at once would each take a share of it.

/** Once the first has come, those that are this near follow. */
const AHEAD_PX = 1_200;
const PATIENCE_MS = 3_000;

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
let isAhead = false;
let isCounting = false;

/** For `useAttached`. */
export function loadPicture(picture: HTMLImageElement, src: string): () => void {
  if (!('IntersectionObserver' in globalThis)) {
    picture.src = src;
    return () => undefined;
  }
  waiting.set(picture, () => {
    // Before the letters and whatever else is on its way by then: it is what people look at.
    if (!isAhead) picture.fetchPriority = 'high';
    picture.src = src;
    for (const end of ['load', 'error']) picture.addEventListener(end, lookAhead, { once: true });
  });
  observer ??= observe(isAhead ? AHEAD_PX : 0);
  observer.observe(picture);
  waitForNothingLonger();
  return () => {
    waiting.delete(picture);
    observer?.unobserve(picture);
  };
}

function observe(marginPx: number): IntersectionObserver {
  return new IntersectionObserver(
    (entries, watch) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watch.unobserve(target);
        waiting.get(target)?.();
        waiting.delete(target);
      }
    },
    { rootMargin: `${marginPx}px 0px` },
  );
}

function lookAhead(): void {
  if (isAhead) return;
  isAhead = true;
  observer?.disconnect();
  observer = observe(AHEAD_PX);
  for (const picture of waiting.keys()) observer.observe(picture);
}

/** Where none is in sight, or the first does not come, or somebody scrolls. */
function waitForNothingLonger(): void {
  if (isCounting) return;
  isCounting = true;
  setTimeout(lookAhead, PATIENCE_MS);
  addEventListener('scroll', lookAhead, { once: true, passive: true });
}

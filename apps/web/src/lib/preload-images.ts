// Pictures that are in sight come before those that are not: on a slow line all at once would each take a share of it.

/** Once the first has come, those that are this near follow. */
const AHEAD_PX = 1_200;
const PATIENCE_MS = 3_000;

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;
let isAhead = false;
let isCounting = false;
let isListening = false;

/** On their way, or here, before there is anything that shows them. */
const expected = new Map<string, HTMLImageElement>();

/** What will be in sight is asked for as soon as it is known: what draws it may be on its way as well. */
export function expectPictures(sources: readonly string[]): void {
  for (const src of sources) {
    if (expected.has(src)) continue;
    const picture = new Image();
    expected.set(src, picture);
    ask(picture, src);
    for (const end of ['load', 'error']) picture.addEventListener(end, lookAhead, { once: true });
  }
}

/** Drawn at once: it is here, or the next to come. */
const isPictureExpected = (src: string): boolean => expected.has(src);

/** For `useAttached`. Says in `data-state` how far it is: a page of pictures would be drawn anew for each that comes. */
export function loadPicture(picture: HTMLImageElement, src: string): () => void {
  const isHere = isPictureExpected(src) || (picture.complete && picture.naturalWidth > 0);
  picture.dataset.state = isHere ? 'loaded' : 'loading';
  listen();
  if (!('IntersectionObserver' in globalThis) || isPictureExpected(src)) {
    picture.src = src;
    return () => undefined;
  }
  waiting.set(picture, () => ask(picture, src));
  observer ??= observe(isAhead ? AHEAD_PX : 0);
  observer.observe(picture);
  waitForNothingLonger();
  return () => {
    waiting.delete(picture);
    observer?.unobserve(picture);
  };
}

function ask(picture: HTMLImageElement, src: string): void {
  // Before the letters and whatever else is on its way by then: it is what people look at.
  if (!isAhead) picture.fetchPriority = 'high';
  picture.src = src;
}

/** One pair of ears for all. React would be called for each that comes, though nothing of it asks. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const end of ['load', 'error']) document.addEventListener(end, settle, true);
}

function settle(event: Event): void {
  const picture = event.target;
  if (!(picture instanceof HTMLImageElement) || picture.dataset.state === undefined) return;
  lookAhead();
  if (event.type !== 'load') return;
  picture.dataset.state = 'loaded';
  event.stopPropagation();
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
  if (!observer) return;
  observer.disconnect();
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

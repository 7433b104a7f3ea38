// A page that is reloaded far down goes back there once it is long enough: its results and lists come later than the page.
import { z } from 'zod';
import { readTabText, removeTabText } from '#data/storage/browser-storage.ts';

/** In the tab's storage, where ScrollRestoration writes all places as the page goes away. */
export const SCROLL_POSITIONS = 'react-router-scroll-positions';

const Positions = z.lazy(() => z.record(z.string(), z.number()));

/** The visitor moves the page from here on. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Only the first call of a visit finds anything: later the router knows the places by itself. */
export function returnToPlace(place: string): () => void {
  const top = takePosition(place);
  return top === undefined ? () => undefined : scrollOnceLongEnough(top);
}

function takePosition(place: string): number | undefined {
  const text = readTabText(SCROLL_POSITIONS);
  removeTabText(SCROLL_POSITIONS);
  return text === null ? undefined : Positions.safeParse(parsed(text)).data?.[place];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function scrollOnceLongEnough(top: number): () => void {
  const life = new AbortController();
  const { signal } = life;
  // Going as far as possible also brings further results, which are fetched near the end of the page.
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top - 1) life.abort();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const type of INPUTS)
    addEventListener(type, () => life.abort(), { signal, passive: true, capture: true });
  return () => life.abort();
}

// How much later home is ready for somebody with 2,000 bookmarks and 5,000 titles in progress than for a new visitor, on a phone
// with a quarter of this machine's speed; what moves on the page meanwhile; and what it costs (unthrottled) to save, every three
// seconds, the place in a film beside so large a library.
// Needs `npm run build`. Usage: node scripts/bench/home.ts [--runs 5] [--slowdown 4]
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { openCinema } from '../../tests/e2e/support/cinema.ts';
import {
  begunFilm,
  keepLibrary,
  manyBookmarks,
  type KeptLibrary,
} from '../../tests/e2e/support/library.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
  },
});
const RUNS = Number(values.runs);
const SLOWDOWN = Number(values.slowdown);
const BOOKMARKS = 2_000;
const TITLES = 5_000;
const SAVES = 6;
const SAVE_EVERY_MS = 3_000;
const FILM = '/media/tmdb-movie-10331-night-of-the-living-dead';
const PHONE = { width: 390, height: 844 };

const FULL: KeptLibrary = {
  bookmarks: manyBookmarks(BOOKMARKS),
  progress: Object.fromEntries(
    Array.from({ length: TITLES }, (_, index) => [
      String(800_000 + index),
      begunFilm(`Begun film ${index}`, index),
    ]),
  ),
};

interface Measured {
  /** From the start of the navigation until a list is drawn and the page answers, in milliseconds. */
  readonly ready: number;
  readonly shift: number;
}

/** Runs in the page: once a list has its heading, and the frame after it has been drawn, the page can be used. */
function watchHome(): void {
  // The element is not there yet when this runs.
  const tell = (name: string, value: number) => {
    document.documentElement.dataset[name] = String(value);
  };
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = { value: 0, hadRecentInput: false, ...entry.toJSON() };
      if (!hadRecentInput) shift += value;
    }
    tell('shift', shift);
  }).observe({ type: 'layout-shift', buffered: true });
  const drawn = new MutationObserver(() => {
    if (!document.querySelector('main section h2')) return;
    drawn.disconnect();
    requestAnimationFrame(() => setTimeout(() => tell('ready', performance.now())));
  });
  drawn.observe(document, { childList: true, subtree: true });
}

async function measure(browser: Browser, url: string, library: KeptLibrary): Promise<Measured> {
  const context = await browser.newContext({ viewport: PHONE, baseURL: url });
  const page = await context.newPage();
  await keepLibrary(page, library);
  // The storage is filled, and the caches are warm, by the first visit.
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.addInitScript(watchHome);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.reload({ waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => document.documentElement.dataset.ready, null, {
    timeout: 60_000,
  });
  const ready = Number(await handle.jsonValue());
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
  await context.close();
  return { ready, shift };
}

/** Runs in the page: times what is done every three seconds. */
function timeSaves(everyMs: number): void {
  const costs: number[] = [];
  const repeat = globalThis.setInterval.bind(globalThis);
  const timed = (work: () => void, delay?: number) =>
    repeat(() => {
      const from = performance.now();
      work();
      if (delay !== everyMs) return;
      costs.push(performance.now() - from);
      document.documentElement.dataset.saves = JSON.stringify(costs);
    }, delay);
  Object.assign(globalThis, { setInterval: timed });
}

async function savesBeside(browser: Browser, url: string): Promise<readonly number[]> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await keepLibrary(page, FULL);
  await page.addInitScript(timeSaves, SAVE_EVERY_MS);
  await page.goto(FILM);
  const handle = await page.waitForFunction(
    (count) => {
      const costs: unknown = JSON.parse(document.documentElement.dataset.saves ?? '[]');
      return Array.isArray(costs) && costs.length >= count ? costs : undefined;
    },
    SAVES,
    { timeout: 120_000 },
  );
  const costs = (await handle.jsonValue()) ?? [];
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).some((key) => key.includes('progress-journal')),
  );
  if (!kept) throw new Error('Nothing was saved');
  await context.close();
  return costs.map(Number);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

const cinema = await openCinema();
const browser = await chromium.launch(launchOptions());
const empty: Measured[] = [];
const full: Measured[] = [];
for (let run = 0; run < RUNS; run++) {
  empty.push(await measure(browser, cinema.app.url, {}));
  full.push(await measure(browser, cinema.app.url, FULL));
}
const saves = await savesBeside(browser, cinema.app.url);
await browser.close();
await cinema.close();

const [bare, loaded] = [empty, full].map((runs) => median(runs.map(({ ready }) => ready)));
const shift = Math.max(...[...empty, ...full].map((run) => run.shift));
console.log(`empty ${bare?.toFixed(0)} ms, full ${loaded?.toFixed(0)} ms (medians of ${RUNS})`);
console.log(`ratio ${((loaded ?? 0) / (bare ?? 1)).toFixed(2)}, to be at most 1.5`);
console.log(`layout shift at most ${shift.toFixed(4)}, to be at most 0.02`);
console.log(
  `a save: median ${median(saves).toFixed(1)} ms, longest of ${saves.length} ${Math.max(...saves).toFixed(1)} ms, to be at most 5`,
);

// Measures the share of frames on time while the Library page with 50,000 titles scrolls, for each screen.
// Needs `npm run build`. Usage: node scripts/bench/library-scroll.ts [titles]
import { availableParallelism, loadavg } from 'node:os';
import type {
  LibraryEntry,
  LibrarySummary,
  listLibraryTitles,
} from '../../packages/shared/src/contract/library.ts';
import type { ReplyOf } from '../../packages/shared/src/contract/endpoint.ts';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { startSite } from '../../tests/e2e/support/site.ts';
import { verdict } from './support/statistics.ts';

const TITLES = Number(process.argv[2] ?? 50_000);
const GOAL = 0.95;
const FRAME_MS = 1000 / 60;
const STEPS = 240;
const STEP_PX = 90;
const SCREENS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desk', width: 1440, height: 900 },
] as const;

const entry = (at: number): LibraryEntry => ({
  id: 9_000_000 + at,
  kind: at % 3 === 0 ? 'tv' : 'movie',
  section: at % 3 === 0 ? 'shows' : 'movies',
  title: `Made-up title ${at}`,
  year: 1930 + (at % 95),
  poster: null,
  tmdbPoster: null,
  addedAt: new Date(at * 1000).toISOString(),
  rating: (at % 100) / 10,
  runtime: 90,
  height: 1080,
});

/** Responds to lists without a server, which `library-index.ts` measures. */
async function fakeLibrary(page: Page): Promise<void> {
  const summary: LibrarySummary = {
    isComplete: true,
    counts: { movies: TITLES, shows: 0, videos: 0 },
    collections: 0,
    genres: [],
    decades: [],
    sources: [],
  };
  await page.route('**/library/summary*', (route) => route.fulfill({ json: summary }));
  await page.route('**/library/titles*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 60)];
    const count = Math.max(0, Math.min(limit, TITLES - offset));
    const json: ReplyOf<typeof listLibraryTitles> = {
      total: TITLES,
      titles: Array.from({ length: count }, (_, at) => entry(offset + at)),
    };
    await route.fulfill({ json });
  });
}

/** Runs in the page: scrolls a step each frame, and returns the time between frames. */
async function scroll({ steps, px }: { steps: number; px: number }): Promise<number[]> {
  const times: number[] = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < steps; step += 1) {
    scrollBy(0, px);
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}

/** Returns the CPU time of the page's main thread, which other processes don't change. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function measure(browser: Browser, url: string, screen: (typeof SCREENS)[number]) {
  const { width, height } = screen;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height } });
  const page = await context.newPage();
  await fakeLibrary(page);
  await page.goto('/library');
  await page.getByText('Made-up title 0').first().waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // The first pass compiles the code.
  await page.evaluate(scroll, { steps: 30, px: STEP_PX });
  const before = await workOf(devtools);
  const times = await page.evaluate(scroll, { steps: STEPS, px: STEP_PX });
  const workMs = ((await workOf(devtools)) - before) / times.length;
  await context.close();
  const expected = times.reduce((sum, ms) => sum + Math.max(1, Math.round(ms / FRAME_MS)), 0);
  return { onTime: times.length / expected, workMs };
}

const { app, close } = await startSite();
const browser = await chromium.launch(launchOptions());
console.log(`${TITLES} titles; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}`);
try {
  for (const screen of SCREENS) {
    const { onTime, workMs } = await measure(browser, app.url, screen);
    const share = `${(100 * onTime).toFixed(1)} % of frames on time`;
    console.log(
      `${screen.name.padEnd(8)}${share}, ${workMs.toFixed(1)} ms of CPU time a frame: ${verdict(onTime >= GOAL)}`,
    );
  }
} finally {
  await browser.close();
  await close();
}

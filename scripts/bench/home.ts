// Measures the time until home shows its largest part on the reference phone, and the size of its scripts, on a first
// visit and with a large library. Also measures the cost of saving a position with that library, unthrottled.
// Needs `npm run build`. Usage: node scripts/bench/home.ts [--runs 5]
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { startSite } from '../../tests/e2e/support/site.ts';
import {
  startedMovie,
  storeLibrary,
  manyBookmarks,
  type StoredLibrary,
} from '../../tests/e2e/support/library.ts';
import { median, verdict } from './support/statistics.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(values.runs);
/** Half of movie-web's time. */
const LCP_GOAL_MS = 3_950;
const SCRIPT_GOAL_KIB = 230;
const SAVE_GOAL_MS = 5;
const SAVES = 6;
const SAVE_EVERY_MS = 3_000;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CPU_SLOWDOWN = 4;
/** "Slow 4G" in Chrome's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

const LARGE_LIBRARY: StoredLibrary = {
  bookmarks: manyBookmarks(2_000),
  progress: Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [
      String(800_000 + at),
      startedMovie(`Begun movie ${at}`, at),
    ]),
  ),
};

interface Visit {
  readonly lcpMs: number;
  readonly scriptKib: number;
}

/** Runs in the page. */
function watchLargestPaint(): void {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    if (last) document.documentElement.dataset.lcp = String(last.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Each visit has an empty cache. */
async function visitHome(browser: Browser, url: string, library: StoredLibrary): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await storeLibrary(page, library);
  await page.addInitScript(watchLargestPaint);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const lcpMs = Number(await page.locator('html').getAttribute('data-lcp'));
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { lcpMs, scriptKib: bytes / 1024 };
}

/** Runs in the page: measures the work of an interval. */
function timeSaves(everyMs: number): void {
  const costs: number[] = [];
  const original = globalThis.setInterval.bind(globalThis);
  const timed = (work: () => void, delay?: number) =>
    original(() => {
      const from = performance.now();
      work();
      if (delay !== everyMs) return;
      costs.push(performance.now() - from);
      document.documentElement.dataset.saves = JSON.stringify(costs);
    }, delay);
  Object.assign(globalThis, { setInterval: timed });
}

async function measureSaves(browser: Browser, url: string): Promise<readonly number[]> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await storeLibrary(page, LARGE_LIBRARY);
  await page.addInitScript(timeSaves, SAVE_EVERY_MS);
  await page.goto('/media/tmdb-movie-10331-night-of-the-living-dead');
  const handle = await page.waitForFunction(
    (count) => {
      const costs: unknown = JSON.parse(document.documentElement.dataset.saves ?? '[]');
      return Array.isArray(costs) && costs.length >= count ? costs : undefined;
    },
    SAVES,
    { timeout: 120_000 },
  );
  const costs = (await handle.jsonValue()) ?? [];
  await context.close();
  return costs.map(Number);
}

const { app, close } = await startSite();
const browser = await chromium.launch(launchOptions());
try {
  for (const [name, library] of [
    ['A first visit', {}],
    ['A large library', LARGE_LIBRARY],
  ] as const) {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visitHome(browser, app.url, library));
    const lcpMs = median(visits.map((visit) => visit.lcpMs));
    const kib = median(visits.map((visit) => visit.scriptKib));
    console.log(
      `${name}: LCP ${lcpMs.toFixed(0)} ms, goal ${LCP_GOAL_MS}: ${verdict(lcpMs <= LCP_GOAL_MS)}; ${kib.toFixed(1)} KiB of script, goal ${SCRIPT_GOAL_KIB}: ${verdict(kib <= SCRIPT_GOAL_KIB)}`,
    );
  }
  const saves = median(await measureSaves(browser, app.url));
  console.log(
    `A save beside it: ${saves.toFixed(1)} ms, goal ${SAVE_GOAL_MS}: ${verdict(saves <= SAVE_GOAL_MS)}`,
  );
} finally {
  await browser.close();
  await close();
}

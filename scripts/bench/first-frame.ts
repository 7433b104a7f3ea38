// From opening a title to its first frame, in a real browser, with the outside world played by fakes that take
// their time. "Ours" is what is left when the time in which a fake was at work is taken away.
// Needs `npm run build`. Usage: node scripts/bench/first-frame.ts [--runs 15] [--delay 100] [--at-once]
// With --at-once only what the issue asks of a source that answers at once: a click leads to a picture within 400 ms (a file)
// and 500 ms (HLS).
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { openCinema, type Cinema } from '../../tests/e2e/support/cinema.ts';
import { openFilms } from '../../tests/e2e/support/films.ts';
import { card, openTitle } from '../../tests/e2e/support/screen.ts';
import type { Interval } from '../../tests/support/fakes/http.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    delay: { type: 'string', default: '100' },
    'at-once': { type: 'boolean', default: false },
  },
});
const RUNS = Number(values.runs);
const DELAY_MS = Number(values.delay);
const FILM = '/media/tmdb-movie-10331-night-of-the-living-dead';

interface Measured {
  readonly total: number;
  readonly ours: number;
}

/** Runs in the page: says on the wall clock when the first picture of a film was shown. */
function watchForFirstFrame(): void {
  const found = new MutationObserver(() => {
    const video = document.querySelector('video');
    if (!video) return;
    found.disconnect();
    video.requestVideoFrameCallback((now) => {
      document.documentElement.dataset.firstFrame = String(performance.timeOrigin + now);
    });
  });
  found.observe(document, { childList: true, subtree: true });
}

async function firstFrame(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => document.documentElement.dataset.firstFrame);
  return Number(await handle.jsonValue());
}

/** The time in which at least one fake was at work. */
function covered(intervals: readonly Interval[], { from, to }: Interval): number {
  let until = from;
  let sum = 0;
  for (const one of intervals.toSorted((a, b) => a.from - b.from)) {
    const start = Math.max(one.from, until);
    const end = Math.min(one.to, to);
    if (end > start) sum += end - start;
    until = Math.max(until, end);
  }
  return sum;
}

async function measure(
  browser: Browser,
  { app, archive, peertube, tmdb }: Cinema,
  open: (page: Page) => Promise<number>,
): Promise<Measured> {
  for (const fake of [archive, archive.node, peertube, tmdb]) fake.forget();
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.addInitScript(watchForFirstFrame);
  const from = await open(page);
  const to = await firstFrame(page);
  await context.close();
  // The bytes of the film itself are not the source's thinking time, so the data node is left out.
  const busy = [archive, peertube, tmdb].flatMap((fake) => fake.busy);
  return { total: to - from, ours: to - from - covered(busy, { from, to }) };
}

async function byAddress(page: Page): Promise<number> {
  const from = performance.timeOrigin + performance.now();
  await page.goto(FILM, { waitUntil: 'commit' });
  return from;
}

/** A click takes effect in the page later than a test says so: the page's own clock tells when. */
const byClickOn =
  (title: string) =>
  async (page: Page): Promise<number> => {
    await page.goto(`/browse/${encodeURIComponent(title)}`);
    await card(page, title).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() =>
      addEventListener(
        'click',
        ({ timeStamp }) => {
          document.documentElement.dataset.clicked = String(performance.timeOrigin + timeStamp);
        },
        { capture: true, once: true },
      ),
    );
    await openTitle(page, title);
    return Number(await page.locator('html').getAttribute('data-clicked'));
  };

function report(name: string, measured: readonly Measured[]): void {
  const at = (share: number, pick: (one: Measured) => number): string => {
    const sorted = measured.map(pick).toSorted((a, b) => a - b);
    return `${Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)} ms`;
  };
  const line = (pick: (one: Measured) => number) => `p50 ${at(0.5, pick)}, p95 ${at(0.95, pick)}`;
  console.log(`${name}: total ${line(({ total }) => total)}; ours ${line(({ ours }) => ours)}`);
}

async function homeLoad(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let requests = 0;
  const scripts: Promise<number>[] = [];
  page.on('response', (answer) => {
    requests += 1;
    if (answer.request().resourceType() === 'script')
      scripts.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  console.log(`Home: ${(bytes / 1024).toFixed(1)} KiB of JavaScript gzipped, ${requests} requests`);
  await context.close();
}

async function series(
  browser: Browser,
  cinema: Cinema,
  ways: readonly (readonly [string, (page: Page) => Promise<number>])[],
): Promise<void> {
  for (const [name, open] of ways) {
    // The first run warms the server's caches and is not counted.
    await measure(browser, cinema, open);
    const measured: Measured[] = [];
    for (let run = 0; run < RUNS; run += 1) measured.push(await measure(browser, cinema, open));
    report(`${name}, ${RUNS} runs`, measured);
  }
}

async function fromSlowSources(browser: Browser): Promise<void> {
  const cinema = await openCinema();
  const { app } = cinema;
  console.log(
    `Server ready after ${Math.round(app.startedInMs)} ms, ${await app.memoryMib()} MiB resident`,
  );
  await homeLoad(browser, app.url);
  for (const fake of [cinema.archive, cinema.peertube, cinema.tmdb])
    fake.behave({ slowMs: DELAY_MS });
  const slow = `fakes take ${DELAY_MS} ms an answer`;
  await series(browser, cinema, [
    [`By address, cold cache, ${slow}`, byAddress],
    [`By a click on a search result, ${slow}`, byClickOn('Night of the Living Dead')],
  ]);
  await cinema.close();
}

async function fromOneThatAnswersAtOnce(browser: Browser): Promise<void> {
  const films = await openFilms();
  await series(browser, films.cinema, [
    ['By a click, a file of a source that answers at once', byClickOn('Detour')],
    ['By a click, HLS of a source that answers at once', byClickOn('His Girl Friday')],
  ]);
  await films.close();
}

const browser = await chromium.launch(launchOptions());
try {
  if (!values['at-once']) await fromSlowSources(browser);
  await fromOneThatAnswersAtOnce(browser);
} finally {
  await browser.close();
}

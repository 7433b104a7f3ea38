// Measures the time from a known stream to its first frame. Compares the player with a bare page with a `<video>` or
// hls.js, on the same streams in the same run. Also measures from a click on a title to its first frame, with a source
// that responds at once.
// Needs `npm run build`. Usage: node scripts/bench/first-frame.ts [--runs 15]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { startBuiltApp } from '../../tests/e2e/support/built-app.ts';
import { startSampleMovies } from '../../tests/e2e/support/sample-movies.ts';
import { card, openTitle } from '../../tests/e2e/support/screen.ts';
import { ensureMultiTrackMedia } from '../../tests/support/multi-track-media.ts';
import { startFake } from '../../tests/support/fakes/http.ts';
import { ensureMedia } from '../../tests/support/media.ts';
import { createMovie } from './support/movie.ts';
import { median, verdict } from './support/statistics.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const RUNS = Number(values.runs);
const MORE_THAN_BARE_MS = 50;

interface Stream {
  readonly type: 'mp4' | 'hls';
  readonly url: string;
}

type Start = (page: Page, stream: Stream) => Promise<void>;

/** Runs in the page: measures from a click to the first frame of the video that it starts. */
function markFirstFrames(): void {
  const awaitFrame = () => {
    const video = document.querySelector('video');
    video?.requestVideoFrameCallback((now) => {
      document.documentElement.dataset.frame = String(now);
    });
    return video !== null;
  };
  const start = ({ timeStamp }: Event) => {
    const { dataset } = document.documentElement;
    delete dataset.frame;
    dataset.start = String(timeStamp);
    if (awaitFrame()) return;
    const arrival = new MutationObserver(() => {
      if (awaitFrame()) arrival.disconnect();
    });
    arrival.observe(document, { childList: true, subtree: true });
  };
  for (const name of ['click', 'submit']) addEventListener(name, start, { capture: true });
}

async function firstFrameMs(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => {
    const { start, frame } = document.documentElement.dataset;
    return frame === undefined ? undefined : Number(frame) - Number(start);
  });
  return Number(await handle.jsonValue());
}

const startInPlayer: Start = async (page, { type, url }) => {
  await page.getByRole('textbox', { name: 'Video URL' }).fill(url);
  await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await page.locator('form').getByRole('button', { name: 'Play' }).click();
};

const startInBarePage: Start = async (page, stream) => {
  await page.evaluate(`stop()`);
  await page.evaluate(`stream = ${JSON.stringify(stream)}`);
  await page.getByRole('button', { name: 'Start' }).click();
};

const BARE = `<!doctype html><title>Bare</title><script src="/hls.js"></script><script>
var stream, hls;
function stop() { if (hls) hls.destroy(); hls = undefined; document.querySelector('video')?.remove(); }
function start() {
  var video = document.createElement('video'); video.autoplay = true; video.style.width = '100%'; document.body.append(video);
  if (stream.type === 'mp4') video.src = stream.url;
  else { hls = new Hls({ workerPath: '/hls.worker.js' }); hls.loadSource(stream.url); hls.attachMedia(video); }
}
</script><button onclick="start()">Start</button>`;

/** Serves the streams, the bare page and its hls.js. */
async function startMediaServer() {
  const require = createRequire(import.meta.url);
  const media = await ensureMedia();
  const choices = await ensureMultiTrackMedia(media);
  const script = async (name: string) => ({
    body: await readFile(require.resolve(`hls.js/dist/${name}`)),
    headers: { 'content-type': 'text/javascript' },
  });
  const scripts = {
    '/hls.js': await script('hls.min.js'),
    '/hls.worker.js': await script('hls.worker.js'),
  };
  return startFake(({ url: { pathname } }) => {
    const headers = { 'access-control-allow-origin': '*' };
    if (pathname === '/bare') return { body: BARE, headers: { 'content-type': 'text/html' } };
    if (pathname === '/hls.js' || pathname === '/hls.worker.js') return scripts[pathname];
    if (pathname === '/movie.mp4') return { file: media.video720, headers };
    const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(choices, inside), headers };
  });
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(markFirstFrames);
  await page.goto(url);
  return page;
}

async function compareWithBarePage(browser: Browser): Promise<void> {
  const server = await startMediaServer();
  const app = await startBuiltApp({});
  const ours = await openPage(browser, `${app.url}/dev/video`);
  const bare = await openPage(browser, `${server.url}/bare`);
  for (const stream of [
    { type: 'mp4', url: `${server.url}/movie.mp4` },
    { type: 'hls', url: `${server.url}/choices/master.m3u8` },
  ] as const) {
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let run = -1; run < RUNS; run += 1) {
      await ours.bringToFront();
      await startInPlayer(ours, stream);
      const ourMs = await firstFrameMs(ours);
      await ours.goBack();
      await bare.bringToFront();
      await startInBarePage(bare, stream);
      const bareMs = await firstFrameMs(bare);
      await bare.evaluate('stop()');
      // The first run loads the code.
      if (run < 0) continue;
      times.ours.push(ourMs);
      times.bare.push(bareMs);
    }
    const [ourMs, bareMs] = [median(times.ours), median(times.bare)];
    const more = ourMs - bareMs;
    console.log(
      `${stream.type}: ${ourMs.toFixed(0)} ms, bare page ${bareMs.toFixed(0)} ms (medians of ${RUNS}); ${more.toFixed(0)} ms more, goal ${MORE_THAN_BARE_MS}: ${verdict(more <= MORE_THAN_BARE_MS)}`,
    );
  }
  await app.stop();
  await server.close();
}

interface Title {
  readonly name: string;
  readonly title: string;
  readonly goalMs: number;
}

async function measureClicks(browser: Browser, url: string, clicked: Title): Promise<void> {
  const { name, title, goalMs } = clicked;
  const times: number[] = [];
  for (let run = -1; run < RUNS; run += 1) {
    const page = await openPage(browser, `${url}/browse/${encodeURIComponent(title)}`);
    await card(page, title).first().waitFor();
    await page.waitForLoadState('networkidle');
    await openTitle(page, title);
    const ms = await firstFrameMs(page);
    if (run >= 0) times.push(ms);
    await page.context().close();
  }
  const ms = median(times);
  console.log(
    `A click on a title, ${name}: ${ms.toFixed(0)} ms (median of ${RUNS}), goal ${goalMs}: ${verdict(ms <= goalMs)}`,
  );
}

async function measureSampleMovies(browser: Browser): Promise<void> {
  const movies = await startSampleMovies();
  for (const each of [
    { name: 'a file', title: 'Detour', goalMs: 400 },
    { name: 'HLS', title: 'His Girl Friday', goalMs: 500 },
  ]) {
    await measureClicks(browser, movies.app.url, each);
  }
  await movies.close();
}

async function measureOwnMovie(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-bench-first-frame-'));
  await createMovie(join(folder, 'Night Reel (2001).mkv'), 80);
  const app = await startBuiltApp({ MEDIA_FOLDERS: folder });
  const own = { name: 'a 1080p mkv of the folder', title: 'Night Reel', goalMs: 700 };
  await measureClicks(browser, app.url, own);
  await app.stop();
  await rm(folder, { recursive: true });
}

const browser = await chromium.launch(launchOptions());
try {
  await compareWithBarePage(browser);
  await measureSampleMovies(browser);
  await measureOwnMovie(browser);
} finally {
  await browser.close();
}

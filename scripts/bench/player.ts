// The player against a bare page with a `<video>` or hls.js, on the same streams in the same run: from the moment a stream
// is known to its first frame, and what a running film costs while the controls are hidden.
// Needs `npm run build`. Usage: node scripts/bench/player.ts [--runs 20] [--seconds 20]
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { launchOptions } from '../../tests/e2e/support/browser.ts';
import { startBuiltApp } from '../../tests/e2e/support/built-app.ts';
import { ensureChoiceMedia } from '../../tests/support/choice-media.ts';
import { startFake } from '../../tests/support/fakes/http.ts';
import { ensureMedia } from '../../tests/support/media.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, seconds: { type: 'string', default: '20' } },
});
const RUNS = Number(values.runs);
const SECONDS = Number(values.seconds);
const SLOW_DOWN = 4;

interface Film {
  readonly type: 'mp4' | 'hls';
  readonly url: string;
}

/** How a film is begun on a page, which then marks the moments on its root element. */
type Begin = (page: Page, film: Film) => Promise<void>;

/** Runs in the page: marks when the film that is begun shows its first picture, and does nothing from then on. */
function markFirstFrames(): void {
  const awaitFrame = () => {
    const video = document.querySelector('video');
    video?.requestVideoFrameCallback((now) => {
      document.documentElement.dataset.frame = String(now);
    });
    return video !== null;
  };
  const begin = () => {
    const { dataset } = document.documentElement;
    delete dataset.frame;
    dataset.begun = String(performance.now());
    if (awaitFrame()) return;
    const arrival = new MutationObserver(() => {
      if (awaitFrame()) arrival.disconnect();
    });
    arrival.observe(document, { childList: true, subtree: true });
  };
  for (const name of ['click', 'submit']) addEventListener(name, begin, { capture: true });
}

const onOurs: Begin = async (page, { type, url }) => {
  await page.getByRole('textbox', { name: 'Address of the video' }).fill(url);
  await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await page.locator('form').getByRole('button', { name: 'Play' }).click();
};

const onBare: Begin = async (page, { type, url }) => {
  await page.evaluate(`stop()`);
  await page.evaluate(`film = ${JSON.stringify({ type, url })}`);
  await page.getByRole('button', { name: 'Begin' }).click();
};

const BARE = `<!doctype html><title>Bare</title><script src="/hls.js"></script><script>
var film, hls;
function stop() { if (hls) hls.destroy(); hls = undefined; document.querySelector('video')?.remove(); }
function begin() {
  var video = document.createElement('video'); video.autoplay = true; video.style.width = '100%'; document.body.append(video);
  if (film.type === 'mp4') video.src = film.url;
  else { hls = new Hls({ workerPath: '/hls.worker.js' }); hls.loadSource(film.url); hls.attachMedia(video); }
}
</script><button onclick="begin()">Begin</button>`;

async function firstFrame(page: Page, begin: Begin, film: Film): Promise<number> {
  await begin(page, film);
  const handle = await page.waitForFunction(() => {
    const { begun, frame } = document.documentElement.dataset;
    return frame === undefined ? undefined : Number(frame) - Number(begun);
  });
  return Number(await handle.jsonValue());
}

interface Cost {
  readonly dropped: number;
  readonly shown: number;
  /** Part of the time in which the main thread was at work. */
  readonly busy: number;
}

async function running(page: Page, begin: Begin, film: Film): Promise<Cost> {
  await begin(page, film);
  const devtools = await page.context().newCDPSession(page);
  // In time of the thread: what others do on this machine is not its work.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const measure = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const frames = await page.evaluate(() => {
      const quality = document.querySelector('video')?.getVideoPlaybackQuality();
      return { dropped: quality?.droppedVideoFrames ?? 0, shown: quality?.totalVideoFrames ?? 0 };
    });
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    return { ...frames, task: value('TaskDuration'), at: value('Timestamp') };
  };
  // The controls hide after three seconds.
  await page.waitForTimeout(6_000);
  const before = await measure();
  await page.waitForTimeout(SECONDS * 1_000);
  const after = await measure();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return {
    dropped: after.dropped - before.dropped,
    shown: after.shown - before.shown,
    busy: (after.task - before.task) / (after.at - before.at),
  };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(markFirstFrames);
  await page.goto(url);
  return page;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function chunkKib(name: string): Promise<string> {
  const [file] = await Array.fromAsync(glob(`apps/web/dist/assets/${name}-*.js`));
  if (file === undefined) throw new Error(`Nothing is built that is called ${name}`);
  return (gzipSync(await readFile(file), { level: 9 }).length / 1024).toFixed(1);
}

console.log(
  `Gzipped: player and its page ${await chunkKib('film')} KiB, hls.js ${await chunkKib('hls')} KiB`,
);
const require = createRequire(import.meta.url);
const media = await ensureMedia();
const choices = await ensureChoiceMedia(media);
const script = async (name: string) => ({
  body: await readFile(require.resolve(`hls.js/dist/${name}`)),
  headers: { 'content-type': 'text/javascript' },
});
const scripts = {
  '/hls.js': await script('hls.min.js'),
  '/hls.worker.js': await script('hls.worker.js'),
};
const shelf = await startFake(({ url: { pathname } }) => {
  const headers = { 'access-control-allow-origin': '*' };
  if (pathname === '/bare') return { body: BARE, headers: { 'content-type': 'text/html' } };
  if (pathname === '/hls.js' || pathname === '/hls.worker.js') return scripts[pathname];
  if (pathname === '/film.mp4') return { file: media.film720, headers };
  const inside = /^\/choices\/((?:\w+\/)?\w+\.\w+)$/.exec(pathname)?.[1];
  return inside === undefined ? { status: 404 } : { file: join(choices, inside), headers };
});
const app = await startBuiltApp({});
const browser = await chromium.launch(launchOptions());
try {
  const ours = await openPage(browser, `${app.url}/dev/video`);
  const bare = await openPage(browser, `${shelf.url}/bare`);
  for (const film of [
    { type: 'mp4', url: `${shelf.url}/film.mp4` },
    { type: 'hls', url: `${shelf.url}/choices/master.m3u8` },
  ] as const) {
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let run = -1; run < RUNS; run += 1) {
      await ours.bringToFront();
      const one = await firstFrame(ours, onOurs, film);
      await ours.goBack();
      await bare.bringToFront();
      const other = await firstFrame(bare, onBare, film);
      await bare.evaluate('stop()');
      // The first run loads the code.
      if (run < 0) continue;
      times.ours.push(one);
      times.bare.push(other);
    }
    const [us, them] = [median(times.ours), median(times.bare)];
    console.log(
      `${film.type}: first frame ${us.toFixed(0)} ms, bare page ${them.toFixed(0)} ms (median of ${RUNS}), ${(us - them).toFixed(0)} ms more, ratio ${(us / them).toFixed(2)}`,
    );
    await ours.bringToFront();
    const cost = await running(ours, onOurs, film);
    await ours.goBack();
    await bare.bringToFront();
    const plain = await running(bare, onBare, film);
    await bare.evaluate('stop()');
    for (const [name, { dropped, shown, busy }] of [
      ['ours', cost],
      ['bare', plain],
    ] as const)
      console.log(
        `${film.type}, ${SECONDS} s at a ${SLOW_DOWN} × slower CPU, ${name}: ${dropped} of ${shown} frames dropped, main thread at work ${(busy * 100).toFixed(1)} %`,
      );
  }
} finally {
  await browser.close();
  await app.stop();
  await shelf.close();
}

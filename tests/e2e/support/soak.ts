import type { CDPSession, Page } from '@playwright/test';
import { expectPlaying } from './screen.ts';

/** A page's memory after garbage collection. */
interface Holding {
  readonly heapMib: number;
  readonly listeners: number;
  readonly nodes: number;
  /** The most at one time: one for each hls.js that lives. */
  readonly workers: number;
  readonly videos: number;
}

interface SoakOptions {
  /** Paths of titles on the open site, one after the other, repeatedly. */
  readonly titles: readonly string[];
  readonly seconds: number;
}

/**
 * Loops, seeks and switches through movies without reloading the page, at least three times; returns the memory of each
 * round.
 */
export async function soak(
  page: Page,
  { titles, seconds }: SoakOptions,
): Promise<readonly Holding[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const end = performance.now() + seconds * 1_000;
  const held: Holding[] = [];
  while (performance.now() < end || held.length < 3) {
    let workers = 0;
    for (const title of titles) {
      await openWithoutLoading(page, title);
      await expectPlaying(page);
      await fiddle(page);
      await switchAll(page, title, held.length);
      workers = Math.max(workers, page.workers().length);
    }
    const holding = { ...(await measure(page, devtools)), workers };
    held.push(holding);
  }
  await devtools.detach();
  return held;
}

/** Switches quality, audio and captions in each round, as far as the movie has a choice. */
async function switchAll(page: Page, title: string, round: number): Promise<void> {
  for (const view of ['quality', 'audio', 'captions']) {
    await openWithoutLoading(page, `${title}?r=/settings/${view}`);
    const menu = page.getByRole('dialog');
    await menu.waitFor();
    const choices = await menu.getByRole('menuitemradio').all();
    await choices[round % choices.length]?.click();
    if ((await menu.count()) > 0) await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
  await expectPlaying(page);
}

async function openWithoutLoading(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Seeks everywhere in the movie, muted and not, fast and slow, with captions and without. */
async function fiddle(page: Page): Promise<void> {
  for (const key of ['8', '2', 'ArrowRight', 'j', '>', '<', 'm', 'm', 'c', '5']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('1');
  await expectPlaying(page, 6);
}

async function measure(page: Page, devtools: CDPSession): Promise<Omit<Holding, 'workers'>> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    heapMib: value('JSHeapUsedSize') / 1024 / 1024,
    listeners: value('JSEventListeners'),
    nodes: value('Nodes'),
    videos: await page.locator('video').count(),
  };
}

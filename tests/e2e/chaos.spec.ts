import type { Locator, Page } from '@playwright/test';
import { createRandom, type Random } from '../support/fuzz/random.ts';
import { MOVIES, startChaosSite, type ChaosSite } from './support/chaos.ts';
import { brightness, card, search } from './support/screen.ts';
import { stateOf } from './support/account.ts';
import { expect, LONG_ONLY, test } from './support/test.ts';

const RUNS = Number(process.env.CHAOS_RUNS ?? 50);
// Workers inherit it: they find a test by its name, which has the seed.
process.env.CHAOS_SEED ??= String(Math.floor(Date.now() / 1_000) % 1_000_000);
const FIRST_SEED = Number(process.env.CHAOS_SEED);

/** The server waits up to 15 s for both hosts of the catalog, and the browser may try again once. */
const CATALOG_LIMIT_MS = 40_000;
/** Several streams may fail one after another, each after some attempts. */
const PLAYBACK_LIMIT_MS = 240_000;
/** The page may show only a spinner for this long. */
const SPINNER_LIMIT_MS = 45_000;

test.describe.configure({ mode: 'parallel', retries: 0 });
// A page reports every failed request; uncaught exceptions still fail a run.
test.use({ allowedErrors: /^/ });

for (let run = 0; run < RUNS; run += 1) {
  const seed = FIRST_SEED + run;
  const name = `services that fail at random (seed ${seed}) lead to the movie or to a clear message`;
  test(name, LONG_ONLY, async ({ page }) => {
    test.setTimeout(20 * 60_000);
    const site = await startChaosSite();
    const journey: Journey = { page, site, random: createRandom(seed), log: [] };
    const from = performance.now();
    let outcome = 'SILENT FAILURE';
    try {
      outcome = await watch(journey);
    } finally {
      const lines = journey.log.map((line) => `\n    ${line}`).join('');
      console.log(`  seed ${seed}: ${outcome} (${secondsSince(from)} s)${lines}`);
      await site.close();
    }
    expect(site.output()).not.toMatch(/unhandled|uncaught|TypeError|RangeError/i);
  });
}

interface Journey {
  readonly page: Page;
  readonly site: ChaosSite;
  readonly random: Random;
  readonly log: string[];
}

interface Step {
  readonly name: string;
  readonly act: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
  readonly limitMs: number;
}

/** Returns how the journey ends: in playback, or with the text of a message. */
async function watch(journey: Journey): Promise<string> {
  const { page, random } = journey;
  const movie = random.pick(MOVIES);
  journey.log.push(movie.title);
  for (const step of stepsTo(movie, journey)) {
    const message = await take(step, journey);
    if (message !== undefined) return `${step.name}: "${message}"`;
  }
  expect(await brightness(page)).toBeGreaterThan(20);
  return 'plays';
}

function stepsTo({ title, words, tmdbId }: (typeof MOVIES)[number], { page, site }: Journey) {
  const play = page.getByRole('dialog').getByRole('link', { name: 'Play' });
  const shown = (target: Locator) => () => target.first().isVisible();
  let left = 0;
  const inCatalog = { limitMs: CATALOG_LIMIT_MS };
  const inPlayer = { limitMs: PLAYBACK_LIMIT_MS };
  return [
    {
      name: 'home',
      act: () => page.goto(site.url),
      isDone: shown(page.getByRole('region', { name: 'Watch now' }).getByRole('link')),
      ...inCatalog,
    },
    {
      name: 'search',
      act: () => search(page, words),
      isDone: shown(card(page, title)),
      ...inCatalog,
    },
    {
      name: 'details',
      act: async () => {
        await card(page, title).first().hover();
        await page.getByRole('button', { name: `Details for ${title}` }).click();
      },
      isDone: shown(play),
      ...inCatalog,
    },
    {
      name: 'play',
      act: () => play.click(),
      isDone: playingFrom(page, () => 0),
      ...inPlayer,
    },
    {
      name: 'progress',
      act: async () => {
        await page.keyboard.press('l');
        await page.keyboard.press('l');
      },
      isDone: playingFrom(page, () => 15),
      ...inPlayer,
    },
    {
      name: 'reload',
      act: async () => {
        await expect
          .poll(async () => (left = await storedSeconds(page, tmdbId)))
          .toBeGreaterThan(15);
        await page.reload();
      },
      isDone: playingFrom(page, () => left - 5),
      ...inPlayer,
    },
  ] satisfies readonly Step[];
}

/** Whether the video has moved on since the last call, and is past a second. */
function playingFrom(page: Page, second: () => number): () => Promise<boolean> {
  let before = Number.POSITIVE_INFINITY;
  return async () => {
    const now = await page.evaluate(() => {
      const video = document.querySelector('video');
      return video && !video.seeking && video.videoWidth > 0 ? video.currentTime : undefined;
    });
    const hasMoved = now !== undefined && now > before && now > second();
    before = now ?? Number.POSITIVE_INFINITY;
    return hasMoved;
  };
}

async function storedSeconds(page: Page, tmdbId: number): Promise<number> {
  const text = JSON.stringify(await stateOf(page, '__MW::progress'));
  return Number(new RegExp(`"${tmdbId}".*?"watched":([\\d.]+)`).exec(text)?.[1] ?? 0);
}

/** Returns a message that stays although the services work again and the viewer has followed the message. */
async function take(step: Step, { page, site, random, log }: Journey): Promise<string | undefined> {
  const faults = site.disturb(random);
  let from = performance.now();
  await step.act();
  const note = (ending: string) =>
    log.push(`${step.name}: ${ending} (${secondsSince(from)} s) [${faults}]`);
  const message = await endingOf(step, page).catch((error: unknown) => {
    note('never ends');
    throw error;
  });
  note(message ?? 'done');
  if (message === undefined) return undefined;
  site.heal();
  const retry = page.getByRole('button', { name: RETRY }).filter({ visible: true }).last();
  if (!(await retry.isVisible())) return message;
  from = performance.now();
  await retry.click();
  const second = await endingOf(step, page);
  log.push(`${step.name}, tried again: ${second ?? 'done'} (${secondsSince(from)} s)`);
  return second;
}

const secondsSince = (from: number): string => ((performance.now() - from) / 1_000).toFixed(1);

const RETRY = /^(?:Try again|Search again|Retry failed sources)$/;

/** Returns the text of the message that ends a step; undefined if the step succeeds. */
async function endingOf({ name, isDone, limitMs }: Step, page: Page): Promise<string | undefined> {
  const message = page
    .getByRole('alert')
    .or(page.getByRole('status').filter({ hasText: /reach the catalog|nothing in the catalog/ }))
    .or(page.getByRole('heading', { name: /^No results/ }))
    .filter({ visible: true });
  // This dialog can only be closed. It offers no retry, because the catalog doesn't have the title.
  const notFound = page.getByRole('heading', { name: 'Title not found' });
  const wayOn = page
    .getByRole('button', { name: RETRY })
    .or(page.getByRole('link', { name: /^(?:Go to home page|Browse)$/ }))
    .filter({ visible: true });
  const progress = page
    .getByText(
      /Looking for (?:a stream|another source)|The video isn't loading\. Trying again|Searching/,
    )
    .filter({ visible: true });
  let text: string | undefined;
  let spokeAt = performance.now();
  await expect
    .poll(
      async () => {
        if (await isDone()) return 'ended';
        const ending = (await wayOn.count()) > 0 ? message : notFound;
        const [first] = await ending.allInnerTexts();
        text = first?.replaceAll(/\s+/g, ' ').trim();
        if (text) return 'ended';
        if ((await progress.count()) > 0) spokeAt = performance.now();
        const isSilent = performance.now() - spokeAt > SPINNER_LIMIT_MS;
        return isSilent ? `only a spinner for ${SPINNER_LIMIT_MS} ms` : 'waiting';
      },
      { message: `${name} never ends`, timeout: limitMs },
    )
    .toBe('ended');
  return text || undefined;
}

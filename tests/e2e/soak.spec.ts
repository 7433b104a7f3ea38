import { FILES, LADDER } from './support/sample-movies.ts';
import { expectPlaying } from './support/screen.ts';
import type { MovieSite } from './support/movie-site.ts';
import { soak } from './support/soak.ts';
import { expect, test } from './support/test.ts';

let movieSite: MovieSite;

test.beforeAll(({ sampleMovies }) => {
  movieSite = sampleMovies;
  movieSite.reset();
});

const long = { tag: '@long' };

const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);

/** Part of `npm run test:long`, which `SOAK_SECONDS` prolongs. */
test('a minute of looping, seeking and switching leaves nothing behind', long, async ({ page }) => {
  test.setTimeout((180 + SECONDS) * 1_000);
  await page.goto(`${movieSite.app.url}${FILES}`);
  await expectPlaying(page);
  const held = await soak(page, { titles: [LADDER, FILES], seconds: SECONDS });
  // The first rounds load code and warm caches.
  const [early, late] = [held[1], held.at(-1)];
  if (!early || !late || held.length < 3) throw new Error('That was too short to tell');
  expect(held.map(({ workers }) => workers)).toEqual(held.map(() => 1));
  expect(late.videos).toBe(1);
  expect(late.listeners - early.listeners).toBeLessThan(held.length);
  expect(late.nodes - early.nodes).toBeLessThan(20 * held.length);
  expect(late.heapMib - early.heapMib).toBeLessThan(3);
});

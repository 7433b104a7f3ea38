// Syncs the watch state of a user of the media server with the owner's account.
import type { Change } from '@matinee/shared/contract/changes';
import { listProgress } from '@matinee/shared/contract/progress';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { startJellyfin, type FakeJellyfin } from '../support/fakes/jellyfin.ts';
import {
  EPISODES,
  guid,
  ITEMS,
  PLAIN_MOVIE,
  TWO_TONGUES,
} from '../support/fakes/jellyfin-items.ts';
import { ensureJellyfinMedia, type JellyfinMedia } from '../support/fakes/jellyfin-media.ts';
import { signedIn } from '../support/library.ts';
import { ensureMedia } from '../support/media.ts';
import { bytesOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const TICKS = 10_000_000;
const HOUR_MS = 3_600_000;
const RUNTIME = { RunTimeTicks: 5_400 * TICKS };
const CHARADE = { ...PLAIN_MOVIE, ...RUNTIME };
const LEDGER = { ...TWO_TONGUES, ...RUNTIME };
const FIRST_EPISODE = guid(0xd1);
const HELD = ITEMS.map((item) => ({ ...item, ...RUNTIME }));

let media: JellyfinMedia;
beforeAll(async () => {
  media = await ensureJellyfinMedia(await ensureMedia());
});

interface Home {
  readonly fake: FakeJellyfin;
  readonly app: TestApp;
  readonly owner: ReturnType<typeof signedIn>;
  readonly account: TestAccount;
}

type Product = 'jellyfin' | 'emby';

/** `before` runs on the media server before this server starts. */
async function open(
  before: (fake: FakeJellyfin) => void = () => undefined,
  { product = 'jellyfin', user = 'alex' }: { product?: Product; user?: string } = {},
): Promise<Home> {
  const fake = await startJellyfin({ media, items: HELD, product });
  before(fake);
  const name = product.toUpperCase();
  const app = await startTestApp({
    [`${name}_URL`]: fake.url,
    [`${name}_API_KEY`]: fake.apiKey,
    ...(user !== '' && { [`${name}_USER`]: user }),
    DISABLED_SOURCES: BUILT_IN_SOURCES,
  });
  onTestFinished(async () => {
    await app.close();
    await fake.close();
  });
  const account = await createTestAccount(app);
  await makeAdmin(app, account);
  return { fake, app, account, owner: signedIn(app, account) };
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const watching = (watched: number, updatedAt = ago(0)): z.input<typeof Change> => ({
  type: 'putProgress',
  tmdbId: '4808',
  meta: { title: 'Charade', year: 1963, poster: null, type: 'movie' },
  duration: 5_400,
  watched,
  updatedAt,
});

const progressOf = async (owner: Home['owner']) =>
  listProgress.reply.parse((await owner.get('/progress').expect(200)).body);

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 25_000 });

/** Waits until the items have been read, so that titles are known. */
const isRead = ({ app }: Home) => until(() => expect(app.deps.isLibraryComplete()).toBe(true));

describe.each(['jellyfin', 'emby'] as const)('with %s', (product) => {
  test('the owner’s position reaches the media server', async () => {
    const home = await open(undefined, { product });
    await isRead(home);
    await home.owner.put('/changes', [watching(1_200.4)]).expect(200);
    await until(() =>
      expect(home.fake.watched(CHARADE.Id)).toMatchObject({
        PlaybackPositionTicks: 1_200 * TICKS,
        Played: false,
      }),
    );
  });

  test('a movie that the owner finished is played there', async () => {
    const home = await open(undefined, { product });
    await isRead(home);
    await home.owner.put('/changes', [watching(5_390)]).expect(200);
    await until(() =>
      expect(home.fake.watched(CHARADE.Id)).toMatchObject({
        PlaybackPositionTicks: 0,
        Played: true,
        PlayCount: 1,
      }),
    );
  });

  test('what the user watched there is taken over, and what has just begun is not', async () => {
    const home = await open(
      (fake) => {
        const LastPlayedDate = ago(HOUR_MS);
        fake.watch(CHARADE.Id, { PlaybackPositionTicks: 900 * TICKS, LastPlayedDate });
        fake.watch(FIRST_EPISODE, { Played: true, PlayCount: 1, LastPlayedDate });
        fake.watch(LEDGER.Id, { LastPlayedDate });
      },
      { product },
    );
    await until(async () => expect(await progressOf(home.owner)).toHaveLength(2));
    const rows = await progressOf(home.owner);
    expect(rows.find(({ tmdbId }) => tmdbId === '4808')).toMatchObject({
      watched: '900',
      duration: '5400',
      meta: { title: 'Charade', year: 1963, type: 'movie' },
    });
    expect(rows.find(({ tmdbId }) => tmdbId === '1930')).toMatchObject({
      watched: '5400',
      season: { number: 1 },
      episode: { number: EPISODES[1]?.IndexNumber },
      meta: { type: 'show' },
    });
  });
});

test('the newer position wins on both sides', async () => {
  const home = await open((fake) =>
    fake.watch(CHARADE.Id, {
      PlaybackPositionTicks: 900 * TICKS,
      LastPlayedDate: ago(HOUR_MS),
    }),
  );
  await until(async () => expect((await progressOf(home.owner))[0]?.watched).toBe('900'));
  // A device that was offline sends an older one, then the owner watches on.
  await home.owner.put('/changes', [watching(100, ago(2 * HOUR_MS))]).expect(200);
  expect((await progressOf(home.owner))[0]?.watched).toBe('900');
  await home.owner.put('/changes', [watching(1_000)]).expect(200);
  await until(() =>
    expect(home.fake.watched(CHARADE.Id).PlaybackPositionTicks).toBe(1_000 * TICKS),
  );
  expect((await progressOf(home.owner))[0]?.watched).toBe('1000');
});

test('a title that the owner removed does not come back', async () => {
  const home = await open();
  await isRead(home);
  await home.owner.put('/changes', [watching(700)]).expect(200);
  await until(() => expect(home.fake.watched(CHARADE.Id).LastPlayedDate).toBeDefined());
  await home.owner.delete('/progress/4808', {}).expect(200);
  const again = await startTestApp({
    DATABASE_URL: home.app.deps.config.DATABASE_URL ?? '',
    JELLYFIN_URL: home.fake.url,
    JELLYFIN_API_KEY: home.fake.apiKey,
    JELLYFIN_USER: 'Alex',
  });
  onTestFinished(() => again.close());
  const played = () =>
    home.fake.requests.filter(({ url }) => url.searchParams.get('sortBy') === 'DatePlayed').length;
  await until(() => expect(played()).toBeGreaterThan(1));
  expect(await progressOf(home.owner)).toEqual([]);
  expect(home.fake.watched(CHARADE.Id).PlaybackPositionTicks).toBe(700 * TICKS);
});

test('positions of other accounts stay here', async () => {
  const home = await open();
  await isRead(home);
  const other = signedIn(home.app, await createTestAccount(home.app));
  await other.put('/changes', [watching(2_000)]).expect(200);
  await home.owner.put('/changes', [{ ...watching(50), tmdbId: '990001' }]).expect(200);
  await until(() => expect(home.fake.watched(LEDGER.Id).PlaybackPositionTicks).toBe(50 * TICKS));
  expect(home.fake.watched(CHARADE.Id).LastPlayedDate).toBeUndefined();
});

test('without a user nothing is reported or read', async () => {
  const home = await open((fake) => fake.watch(CHARADE.Id, { LastPlayedDate: ago(HOUR_MS) }), {
    user: '',
  });
  await isRead(home);
  await home.owner.put('/changes', [watching(2_000)]).expect(200);
  const paths = home.fake.requests.map(({ method, url }) => `${method} ${url.pathname}`);
  expect(paths.filter((path) => /users|useritems|sessions/i.test(path))).toEqual([]);
});

test('a user that the media server lacks is reported in the log, without a failure', async () => {
  const home = await open(undefined, { user: 'nobody' });
  await until(() => expect(home.app.log.join('\n')).toContain('no user with the configured name'));
  await home.owner.put('/changes', [watching(2_000)]).expect(200);
});

describe('a movie that the owner plays from the media server', () => {
  const query = (title: string, tmdbId: string) => ({
    id: 'jellyfin',
    type: 'movie',
    title,
    releaseYear: '1998',
    tmdbId,
  });

  test('is reported from its start to its end, and its encoding ends', async () => {
    const fake = await startJellyfin({ media, items: HELD });
    const app = await startTestApp({
      JELLYFIN_URL: fake.url,
      JELLYFIN_API_KEY: fake.apiKey,
      JELLYFIN_USER: 'Alex',
    });
    const account = await createTestAccount(app);
    await makeAdmin(app, account);
    const owner = signedIn(app, account);
    await until(() => expect(app.deps.isLibraryComplete()).toBe(true));
    const [stream] = await scrapeSource(app.url, query(LEDGER.Name, '990001'));
    if (stream?.type !== 'hls') throw new Error('not a playlist');
    const lineOf = (playlist: string) => /^(?!#)\S+$/m.exec(playlist)?.[0] ?? '';
    const main = await textOf(new URL(lineOf(await textOf(stream.playlist)), app.url).href);
    await bytesOf(new URL(lineOf(main), app.url).href);
    const [playSession] = fake.encoding();

    await owner.put('/changes', [{ ...watching(6), tmdbId: '990001' }]).expect(200);
    await until(() => expect(fake.reports).toHaveLength(1));
    await owner.put('/changes', [{ ...watching(12), tmdbId: '990001' }]).expect(200);
    await app.close();
    const common = { ItemId: LEDGER.Id, MediaSourceId: guid(0xa1), PlaySessionId: playSession };
    expect(fake.reports).toMatchObject([
      { ...common, event: 'Playing', PositionTicks: 6 * TICKS, PlayMethod: 'Transcode' },
      { ...common, event: 'Progress', PositionTicks: 12 * TICKS },
      { ...common, event: 'Stopped', PositionTicks: 12 * TICKS },
    ]);
    expect(fake.watched(LEDGER.Id).PlaybackPositionTicks).toBe(12 * TICKS);
    expect(fake.encoding()).toEqual([]);
    await fake.close();
  });

  test('is reported as a file with the version that plays', async () => {
    const home = await open();
    await isRead(home);
    const [stream] = await scrapeSource(home.app.url, query('Charade', '4808'));
    if (stream?.type !== 'file') throw new Error('not a file');
    await bytesOf(stream.qualities['360']?.url);
    await home.owner.put('/changes', [watching(30)]).expect(200);
    await until(() => expect(home.fake.reports).toHaveLength(1));
    expect(home.fake.reports[0]).toMatchObject({
      event: 'Playing',
      ItemId: CHARADE.Id,
      MediaSourceId: guid(0xb2),
      PlayMethod: 'DirectPlay',
      PlaySessionId: expect.stringMatching(/^[\da-f]{32}$/),
    });
  });
});

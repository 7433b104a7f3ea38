import { startFake, type Fake, type FakeResponse } from '../../support/fakes/http.ts';
import { startStremio } from '../../support/fakes/stremio.ts';
import { startAddon } from '../../support/fakes/subtitles.ts';
import type { Random } from '../../support/fuzz/random.ts';
import { ensureMedia } from '../../support/media.ts';
import { startSite } from './site.ts';

/** Movies, and how many places have each of them. */
export const MOVIES = [
  { tmdbId: 10331, imdbId: 'tt0063350', title: 'Night of the Living Dead', words: 'living dead' },
  { tmdbId: 3085, imdbId: 'tt0032599', title: 'His Girl Friday', words: 'girl friday' },
  { tmdbId: 20367, imdbId: 'tt0037638', title: 'Detour', words: 'detour' },
  { tmdbId: 4808, imdbId: 'tt0056923', title: 'Charade', words: 'charade' },
  { tmdbId: 44875, imdbId: 'tt0034303', title: 'Topper Returns', words: 'topper' },
  { tmdbId: 45745, imdbId: 'tt1727587', title: 'Sintel', words: 'sintel' },
] as const;

/**
 * Titles of the operator's list and the add-on; the Archive has the first and the two after these, PeerTube the last.
 */
const SHELVED = MOVIES.slice(0, 4);

export interface ChaosSite {
  readonly url: string;
  /** The server's output so far. */
  readonly output: () => string;
  /** Gives each outside service another behavior, and returns a line that names the misbehaving ones. */
  readonly disturb: (random: Random) => string;
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** A server with empty caches and a fake of every outside service. */
export async function startChaosSite(): Promise<ChaosSite> {
  const media = await ensureMedia();
  const movies = SHELVED.map(({ tmdbId, title }, index) => ({
    tmdbId,
    title,
    rights: 'Public domain',
    streams: [{ url: index % 2 === 0 ? 'film.mp4' : 'hls/master.m3u8' }],
  }));
  const shelf = await startFake(({ url: { pathname } }): FakeResponse => {
    if (pathname === '/list.json') return { body: { version: 1, name: 'The shelf', movies } };
    if (pathname === '/film.mp4') return { file: media.video720 };
    const inside = /^\/hls\/((?:360\/|720\/)?[\w-]+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: `${media.hls}/${inside}` };
  });
  const addon = await startStremio({
    media,
    streams: Object.fromEntries(
      SHELVED.map(({ imdbId }, index) => [
        `movie/${imdbId}`,
        [{ name: 'Shelf', plays: index % 2 === 0 ? 'playlist' : 'file360' }],
      ]),
    ),
  });
  const subtitles = await startAddon();
  const own = [shelf, addon, subtitles];
  const closeOwn = () => Promise.all(own.map((fake) => fake.close()));
  try {
    const site = await startSite({
      MANIFEST: `${shelf.url}/list.json`,
      STREMIO_ADDONS: `${addon.url}/shelf/manifest.json`,
      OPENSUBTITLES_ADDON_URL: subtitles.url,
    });
    const services: Readonly<Record<string, Fake>> = {
      'movie database': site.tmdb,
      'its second host': site.tmdbFallback,
      Archive: site.archive,
      "Archive's files": site.archive.node,
      PeerTube: site.peertube,
      shelf,
      'add-on': addon,
      subtitles,
    };
    return {
      url: site.app.url,
      output: site.app.output,
      disturb: (random) =>
        Object.entries(services)
          .flatMap(([name, fake]) => {
            const fault = disturb(fake, random);
            return fault === undefined ? [] : [`${name} ${fault}`];
          })
          .join(', '),
      heal: () => Object.values(services).forEach((fake) => fake.behave('normal')),
      close: async () => {
        await site.close();
        await closeOwn();
      },
    };
  } catch (error) {
    await closeOwn();
    throw error;
  }
}

type Behavior = Parameters<Fake['behave']>[0];

const FAULTS: readonly ((random: Random) => Behavior)[] = [
  (random) => ({ slowMs: 200 + random.below(3_000) }),
  (random) => ({ slowMs: 5_000 + random.below(60_000) }),
  // Files only: 40 KB a second is too slow for either quality, 400 KB is enough.
  (random) => ({ bytesPerSecond: 40_000 + random.below(400_000) }),
  (random) => ({ stallsAfter: random.below(400_000) }),
  () => 'error',
  () => 'forbidden',
  () => 'down',
  () => 'truncated',
  () => 'endless',
  () => 'html',
  () => 'brokenJson',
  () => 'mislabelled',
  () => 'empty',
  () => 'redirectsToItself',
];

const WORKS = 0.4;
const FLAPS = 0.5;

/** A flapping service misbehaves at some requests only. */
function disturb(fake: Fake, random: Random): string | undefined {
  fake.behave('normal');
  if (random.chance(WORKS)) return undefined;
  const behavior = random.pick(FAULTS)(random);
  const share = random.chance(FLAPS) ? 0.2 + random.next() * 0.6 : 1;
  // `normal` for the rest of the requests.
  fake.behave(behavior, () => share === 1 || random.chance(share));
  const name = typeof behavior === 'string' ? behavior : JSON.stringify(behavior);
  return share === 1 ? name : `${name} in ${Math.round(share * 100)} %`;
}

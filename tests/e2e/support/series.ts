import { join } from 'node:path';
import { startFake, type Fake } from '../../support/fakes/http.ts';
import type { FakeSeries } from '../../support/fakes/tmdb-titles.ts';
import { ensureLongMedia } from '../../support/long-media.ts';
import { ensureMedia } from '../../support/media.ts';
import { startSite, type Site } from './site.ts';

const AIRED = '1961-10-01';
const COMING = '2999-01-01';
const STILL = '/still.png';

/** Each episode lasts a minute. The first episode of the second season and the third season have not aired. */
const SIGNAL_TOWER: FakeSeries = {
  kind: 'tv',
  id: 990_200,
  imdbId: null,
  title: 'The Signal Tower',
  date: AIRED,
  genreIds: [18],
  poster: '/tower.png',
  seasons: [
    season(0, [['The Making', AIRED]]),
    season(1, [
      ['Night Shift', AIRED],
      ['The Late Train', AIRED],
      ['Fog', AIRED],
    ]),
    season(2, [
      ['The Lost Reel', COMING],
      ['Snow', AIRED],
    ]),
    season(3, [['Spring', COMING]]),
    season(4, []),
  ],
};

function season(number: number, episodes: readonly (readonly [string, string])[]) {
  const id = 990_200 + number * 10;
  return {
    id,
    number,
    name: number === 0 ? 'Specials' : `Season ${number}`,
    episodes: episodes.map(([name, date], at) => ({ id: id + at + 1, name, date, still: STILL })),
  };
}

/** The path of an episode by its season and number. */
export function episodePath(seasonNumber: number, episode: number): string {
  const id = 990_200 + seasonNumber * 10;
  return `/media/tmdb-tv-990200-the-signal-tower/${id}/${id + episode}`;
}

export interface SeriesSite {
  readonly site: Site;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The product with one series in an operator's manifest. Long: three hours an episode. */
export async function startSeriesSite({ isLong = false } = {}): Promise<SeriesSite> {
  const media = await ensureMedia();
  const long = isLong ? await ensureLongMedia(media) : '';
  const url = isLong ? 'long/master.m3u8' : 'film.mp4';
  const seasons = Object.fromEntries(
    // Episodes in the manifest are also listed without the catalog.
    SIGNAL_TOWER.seasons
      .filter(({ number }) => number > 0)
      .map(({ number, episodes }) => [
        number,
        Object.fromEntries(episodes.map((_, at) => [at + 1, [{ url }]])),
      ]),
  );
  const show = { tmdbId: SIGNAL_TOWER.id, title: SIGNAL_TOWER.title, seasons };
  const mediaHost: Fake = await startFake(({ url: { pathname } }) =>
    pathname === '/list.json'
      ? { body: { version: 1, name: 'The shelf', shows: [{ ...show, rights: 'Public domain' }] } }
      : {
          file: isLong ? join(long, pathname.replace(/^\/long/, '')) : media.video360,
          headers: { 'access-control-allow-origin': '*' },
        },
  );
  const site = await startSite(
    { MANIFEST: `${mediaHost.url}/list.json` },
    { titles: [SIGNAL_TOWER] },
  );
  return {
    site,
    url: site.app.url,
    close: async () => {
      await site.close();
      await mediaHost.close();
    },
  };
}

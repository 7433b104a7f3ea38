import { archiveItems, VOUCHED_COLLECTION } from '../../support/fakes/archive-items.ts';
import {
  startInternetArchive,
  type InternetArchive,
} from '../../support/fakes/internet-archive.ts';
import { json, startFake, type Fake } from '../../support/fakes/http.ts';
import { startPeertube } from '../../support/fakes/peertube.ts';
import { startTmdb, TMDB_KEY, type TmdbOptions } from '../../support/fakes/tmdb.ts';
import { ensureMedia } from '../../support/media.ts';
import { startBuiltApp, type BuiltApp } from './built-app.ts';

/** The built product, with everything outside played by fakes on loopback. */
export interface Site {
  readonly app: BuiltApp;
  readonly tmdb: Fake;
  readonly tmdbFallback: Fake;
  readonly archive: InternetArchive;
  readonly peertube: Fake;
  /** All fakes behave again and forget what they were asked. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** The catalogue knows these titles in place of its own, if any are given. */
export async function startSite(
  env: Readonly<Record<string, string | undefined>> = {},
  titles: Pick<TmdbOptions, 'titles'> = {},
): Promise<Site> {
  const media = await ensureMedia();
  const [tmdb, tmdbFallback, pictures, archive, peertube, echo] = await Promise.all([
    startTmdb({ poster: media.poster, ...titles }),
    startTmdb({ poster: media.poster, ...titles }),
    startTmdb({ poster: media.poster }),
    startInternetArchive({ items: archiveItems(media) }),
    startPeertube({ media }),
    startFake(({ headers, url }) => json({ url: `http://${String(headers.host)}${url.pathname}` })),
  ]);
  const fakes = [tmdb, tmdbFallback, archive, archive.node, peertube];
  const closeFakes = () =>
    Promise.all([tmdb, tmdbFallback, pictures, archive, peertube, echo].map((one) => one.close()));
  try {
    const app = await startBuiltApp({
      TMDB_READ_API_KEY: TMDB_KEY,
      TMDB_URL: `${tmdb.url}/3`,
      TMDB_FALLBACK_URL: `${tmdbFallback.url}/3`,
      // Pictures come from a host of their own, which stays up when the database is down.
      TMDB_IMAGE_URL: pictures.url,
      INTERNET_ARCHIVE_URL: archive.url,
      INTERNET_ARCHIVE_TRUSTED: VOUCHED_COLLECTION,
      PEERTUBE_HOSTS: `video.blender.org=${peertube.url}`,
      OPERATOR_ALLOWED_HOSTS: fakes.map(({ host }) => host).join(','),
      PROXY_ECHO_URL: `${echo.url}/get`,
      // A name out in the world, for sites that must not reach into the private network.
      ALLOWED_HOSTS: 'films.example',
      // All visitors of a run come from one address, one after the other.
      RATE_LIMITS: 'off',
      // Each journey meets the sources as they behave in it.
      SCRAPE_CACHE: 'off',
      ...env,
    });
    return {
      app,
      tmdb,
      tmdbFallback,
      archive,
      peertube,
      reset: () => {
        for (const fake of fakes) {
          fake.behave('normal');
          fake.forget();
        }
      },
      close: async () => {
        await app.stop();
        await closeFakes();
      },
    };
  } catch (error) {
    await closeFakes();
    throw error;
  }
}

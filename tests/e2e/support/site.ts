import { setTimeout as pause } from 'node:timers/promises';
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

/** The built product, with fakes of all outside services on loopback. */
export interface Site {
  readonly app: BuiltApp;
  readonly tmdb: Fake;
  readonly tmdbFallback: Fake;
  readonly archive: InternetArchive;
  readonly peertube: Fake;
  /** Resets all fakes and their recorded requests. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

interface SiteOptions extends Pick<TmdbOptions, 'titles'> {
  /** False: only the operator's own sources have titles. On a busy machine another source may win the race for one. */
  readonly hasOpenSources?: boolean;
}

/** Replaces the catalog's titles, if any are given. */
export async function startSite(
  env: Readonly<Record<string, string | undefined>> = {},
  { hasOpenSources = true, ...titles }: SiteOptions = {},
): Promise<Site> {
  const media = await ensureMedia();
  const [tmdb, tmdbFallback, images, archive, peertube, echo] = await Promise.all([
    startTmdb({ poster: media.poster, ...titles }),
    startTmdb({ poster: media.poster, ...titles }),
    startTmdb({ poster: media.poster }),
    startInternetArchive({ items: hasOpenSources ? archiveItems(media) : [] }),
    startPeertube({ media, ...(hasOpenSources ? {} : { videos: [] }) }),
    startFake(({ headers, url }) => json({ url: `http://${String(headers.host)}${url.pathname}` })),
  ]);
  const fakes = [tmdb, tmdbFallback, archive, archive.node, peertube];
  const closeFakes = () =>
    Promise.all([tmdb, tmdbFallback, images, archive, peertube, echo].map((one) => one.close()));
  try {
    const app = await startBuiltApp({
      TMDB_READ_API_KEY: TMDB_KEY,
      TMDB_URL: `${tmdb.url}/3`,
      TMDB_FALLBACK_URL: `${tmdbFallback.url}/3`,
      // Images come from a separate host, which stays up when TMDB is down.
      TMDB_IMAGE_URL: images.url,
      INTERNET_ARCHIVE_URL: archive.url,
      INTERNET_ARCHIVE_TRUSTED: VOUCHED_COLLECTION,
      PEERTUBE_HOSTS: `video.blender.org=${peertube.url}`,
      OPERATOR_ALLOWED_HOSTS: fakes.map(({ host }) => host).join(','),
      PROXY_ECHO_URL: `${echo.url}/get`,
      // A public name, for sites that must not reach the private network.
      ALLOWED_HOSTS: 'films.example',
      // All clients of a run have one address.
      RATE_LIMITS: 'off',
      // A journey holds responses for longer than the usual ten seconds.
      SOURCE_SECONDS: 'internet-archive=30',
      // Each journey runs the sources anew.
      SCRAPE_CACHE: 'off',
      ...env,
    });
    if (env.MEDIA_FOLDERS !== undefined) await untilScanned(app.url);
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

const SCAN_POLL_MS = 100;
const SCANNED_WITHIN_POLLS = 600;
/** A library for accounts does not report when it is complete. */
const CLOSED_POLLS = 100;

/** Before the first scan has ended, another source would play the title. */
async function untilScanned(url: string): Promise<void> {
  let most = SCANNED_WITHIN_POLLS;
  for (let polls = 0; polls < most; polls += 1) {
    const response = await fetch(`${url}/library/summary`);
    if ((await response.text()).includes('"isComplete":true')) return;
    if (!response.ok) most = CLOSED_POLLS;
    await pause(SCAN_POLL_MS);
  }
}

import { startFake, type Fake, type FakeResponse } from '../../support/fakes/http.ts';
import { startSite, type Site } from './site.ts';

interface SiteMovie {
  readonly tmdbId: number;
  readonly title: string;
  /** Relative to the media host. */
  readonly streams: readonly { readonly url: string; readonly quality?: string }[];
  readonly captions?: readonly { readonly lang: string; readonly url: string }[];
}

export interface MovieSite extends Site {
  readonly mediaHost: Fake;
}

/** A site whose operator lists movies on a media host with CORS. */
export async function startMovieSite(
  movies: readonly SiteMovie[],
  find: (path: string) => FakeResponse | undefined,
): Promise<MovieSite> {
  const listed = movies.map((movie) => ({ ...movie, rights: 'Public domain' }));
  const list = { version: 1, name: 'The shelf', movies: listed };
  const headers = { 'access-control-allow-origin': '*' };
  const mediaHost = await startFake(({ url: { pathname } }) =>
    pathname === '/list.json'
      ? { body: list }
      : { ...(find(pathname) ?? { status: 404 }), headers },
  );
  try {
    const site = await startSite(
      { MANIFEST: `${mediaHost.url}/list.json` },
      { hasOpenSources: false },
    );
    const reset = () => {
      site.reset();
      mediaHost.behave('normal');
      mediaHost.forget();
    };
    const close = async () => {
      await site.close();
      await mediaHost.close();
    };
    return { ...site, mediaHost, reset, close };
  } catch (error) {
    await mediaHost.close();
    throw error;
  }
}

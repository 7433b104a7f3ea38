// Every address that the app can produce.
import { encodeSlug, type SlugTitle } from '@matinee/shared/media/slug';

export interface EpisodeIds {
  readonly seasonId: string;
  readonly episodeId?: string | undefined;
}

const join = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

export const paths = {
  home: '/',
  discover: '/discover',
  about: '/about',
  privacy: '/privacy',
  dmca: '/dmca',
  login: '/login',
  link: '/link',
  register: '/register',
  restore: '/restore',
  dev: '/dev',
  devTest: '/dev/test',
  devVideo: '/dev/video',
  onboarding: '/onboarding',
  onboardingExtension: '/onboarding/extension',
  onboardingProxy: '/onboarding/proxy',
  settings: '/settings',
  history: '/history',
  lists: '/lists',
  library: '/library',
  collection: (id: string): string => join('library', 'collection', id),
  list: (id: string): string => join('list', id),
  admin: '/admininfo',
  browse: (query: string): string => (query.trim() ? join('browse', query.trim()) : '/'),
  /** The details of a title over the open page: only the query changes. */
  details: (title: SlugTitle): string =>
    `?${new URLSearchParams({ m: 'details', title: encodeSlug(title) })}`,
  /** The dialog that adds a title to lists, over the open page: only the query changes. */
  addToList: (title: SlugTitle): string =>
    `?${new URLSearchParams({ m: 'list', title: encodeSlug(title) })}`,
  /** The dialog that corrects the match of a library title. */
  matchTitle: (title: SlugTitle): string =>
    `?${new URLSearchParams({ m: 'match', title: encodeSlug(title), name: title.title })}`,
  matchFile: (file: string, name: string): string =>
    `?${new URLSearchParams({ m: 'match', file, name })}`,
  media(title: SlugTitle, episode?: EpisodeIds): string {
    const slug = encodeSlug(title);
    if (!episode) return join('media', slug);
    const { seasonId, episodeId } = episode;
    return join('media', slug, seasonId, ...(episodeId === undefined ? [] : [episodeId]));
  },
  /** Plays one file of the site's own library. */
  mediaFile: (title: SlugTitle, file: string, episode?: EpisodeIds): string =>
    `${paths.media(title, episode)}?${new URLSearchParams({ file })}`,
} as const;

/** A page that leads to `destination` when it is done. */
export const withDestination = (path: string, destination: string): string =>
  `${path}?${new URLSearchParams({ redirect: destination })}`;

/** The page of `withDestination`; home for URLs of other sites. */
export function destinationOf(search: URLSearchParams): string {
  const wanted = search.get('redirect') ?? '';
  const here = 'https://here.invalid';
  const url = wanted.startsWith('/') ? URL.parse(wanted, here) : null;
  // `//elsewhere.test` and `/\elsewhere.test` are addresses of other hosts; `/.//elsewhere.test` becomes one.
  const isOurs = url?.origin === here && !url.pathname.startsWith('//');
  return isOurs ? `${url.pathname}${url.search}` : paths.home;
}

/** Links of earlier clients have their path in the hash: `/#/media/tmdb-movie-550-fight-club`. */
export function pathOfHash(hash: string): string | undefined {
  // Two slashes would be another host.
  const path = /^#(\/.*)$/.exec(hash)?.[1];
  return path?.replace(/^\/+/, '/');
}

/** Called before anything reads the URL. */
export function redirectHashUrl(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
}

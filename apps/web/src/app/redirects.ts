// Redirects of old and incomplete URLs. They are loaders, so nothing renders before the URL is right. Each redirect
// replaces its history entry, so Back leaves the old URL instead of resolving it again.
import type { MediaType } from '@matinee/shared/media/media';
import { replace, type LoaderFunctionArgs } from 'react-router-dom';
import { MultiResults } from '#data/catalog/schemas.ts';
import { titleOf, type Title } from '#data/catalog/title.ts';
import { tmdb } from '#data/catalog/tmdb.ts';
import { mayNeedOnboarding } from '#data/preferences/onboarding.ts';
import { paths, withDestination } from '#paths.ts';
import { prefetch } from './prefetch.ts';

/** An empty search is the home page. */
export function emptyBrowseToHome({ params }: LoaderFunctionArgs): Response | null {
  return params.query?.trim() ? null : replace(paths.home);
}

/** `/search/movie/alien`: earlier clients searched for movies and shows separately. */
export function oldSearchToBrowse({ params }: LoaderFunctionArgs): Response {
  return replace(paths.browse(params.query ?? ''));
}

/** `/s/alien` opens the first result. */
export async function redirectToFirstResult({
  params,
  request,
}: LoaderFunctionArgs): Promise<Response> {
  const query = params.query ?? '';
  try {
    const [first] = await searchMulti(query, request.signal);
    return replace(first ? paths.media(first) : paths.home);
  } catch {
    // The search page shows the error and offers a retry.
    return replace(paths.browse(query));
  }
}

/** Onboarding comes before the first playback, unless the extension already works. */
export async function titleLoader(args: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(args.request.url);
  if (!mayNeedOnboarding()) return openTitle(args);
  const { fetchExtensionStatus } = await import('#data/streams/extension/status.ts');
  return (await fetchExtensionStatus(args.request.signal)) === 'success'
    ? openTitle(args)
    : replace(withDestination(paths.onboarding, `${pathname}${search}`));
}

function openTitle(args: LoaderFunctionArgs): Promise<Response | null> {
  prefetch(new URL(args.request.url).pathname);
  return oldMediaToNew(args);
}

/** Redirects title URLs of earlier clients. */
async function oldMediaToNew(args: LoaderFunctionArgs): Promise<Response | null> {
  const { params, request } = args;
  const old = legacyTitle(params.media ?? '');
  if (old === undefined) return null;
  const { search } = new URL(request.url);
  const { season, episode } = params;
  if (old.is === 'renamed') {
    const parts = [old.slug, season, episode].filter((part) => part !== undefined);
    return replace(`/media/${parts.map(encodeURIComponent).join('/')}${search}`);
  }
  try {
    const titles = await searchMulti(old.words, request.signal);
    const title = titles.find(({ type }) => type === old.type);
    return replace(title ? `${paths.media(title)}${search}` : paths.home);
  } catch {
    return replace(paths.browse(old.words));
  }
}

async function searchMulti(words: string, signal: AbortSignal): Promise<readonly Title[]> {
  const query = { query: words.trim().slice(0, MAX_QUERY_LENGTH), include_adult: false, page: 1 };
  if (query.query === '') return [];
  const { results } = await tmdb('/search/multi', { schema: MultiResults, query, signal });
  return results.map((item) => titleOf(item, new Date()));
}

/** The server rejects longer queries. */
const MAX_QUERY_LENGTH = 200;

type LegacyTitle =
  /** The same id under the current prefix. */
  | { readonly is: 'renamed'; readonly slug: string }
  /** An id of JustWatch. The name finds the title. */
  | { readonly is: 'lost'; readonly type: MediaType; readonly words: string };

/** The title of an earlier client's slug; undefined for a current slug. */
export function legacyTitle(slug: string): LegacyTitle | undefined {
  const show = /^tmdb-show-(\d+.*)$/.exec(slug)?.[1];
  if (show !== undefined) return { is: 'renamed', slug: `tmdb-tv-${show}` };
  const [, kind, words] = /^JW-(movie|show)-[^-]+-?(.*)$/.exec(slug) ?? [];
  if (words === undefined) return undefined;
  return {
    is: 'lost',
    type: kind === 'movie' ? 'movie' : 'show',
    words: words.replaceAll('-', ' ').trim(),
  };
}

// Old and odd addresses, turned into those of today. Loaders: nothing is drawn before the address is right.
// Each replaces its entry in the history: Back leaves the address instead of resolving it again.
import type { MediaType } from '@matinee/shared/media/media';
import { replace, type LoaderFunctionArgs } from 'react-router-dom';
import { MultiResults } from '#data/catalog/schemas.ts';
import { titleOf, type Title } from '#data/catalog/title.ts';
import { tmdb } from '#data/catalog/tmdb.ts';
import { mayNeedOnboarding } from '#data/preferences/onboarding.ts';
import { paths } from '#paths.ts';
import { prefetch } from './prefetch.ts';

/** A search for nothing is the start page. */
export function emptyBrowseToHome({ params }: LoaderFunctionArgs): Response | null {
  return params.query?.trim() ? null : replace(paths.home);
}

/** `/search/movie/alien` was the address of a search, when films and series were searched for apart. */
export function oldSearchToBrowse({ params }: LoaderFunctionArgs): Response {
  return replace(paths.browse(params.query ?? ''));
}

/** `/s/alien` opens what is found first. */
export async function firstFound({ params, request }: LoaderFunctionArgs): Promise<Response> {
  const query = params.query ?? '';
  try {
    const [first] = await found(query, request.signal);
    return replace(first ? paths.media(first) : paths.home);
  } catch {
    // The page of the search says what is wrong, and tries again.
    return replace(paths.browse(query));
  }
}

/** Before the first film somebody may have to choose how films come here. */
export async function titleLoader(args: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search } = new URL(args.request.url);
  if (!mayNeedOnboarding()) return openTitle(args);
  const { isOnboardingNeeded, onboardingPath } =
    await import('#features/onboarding/onboarding-guard.ts');
  return (await isOnboardingNeeded(args.request.signal))
    ? replace(onboardingPath(`${pathname}${search}`))
    : openTitle(args);
}

function openTitle(args: LoaderFunctionArgs): Promise<Response | null> {
  prefetch(new URL(args.request.url).pathname);
  return oldMediaToNew(args);
}

/** Addresses of titles as earlier clients wrote them. */
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
    const titles = await found(old.words, request.signal);
    const title = titles.find(({ type }) => type === old.type);
    return replace(title ? `${paths.media(title)}${search}` : paths.home);
  } catch {
    return replace(paths.browse(old.words));
  }
}

async function found(words: string, signal: AbortSignal): Promise<readonly Title[]> {
  const query = { query: words.trim().slice(0, LONGEST), include_adult: false, page: 1 };
  if (query.query === '') return [];
  const { results } = await tmdb('/search/multi', { schema: MultiResults, query, signal });
  return results.map((item) => titleOf(item, new Date()));
}

// The server refuses what no title can be.
const LONGEST = 200;

type LegacyTitle =
  /** The same id under today's prefix. */
  | { readonly is: 'renamed'; readonly slug: string }
  /** Found by its words: its id is JustWatch's. */
  | { readonly is: 'lost'; readonly type: MediaType; readonly words: string };

/** The title of an earlier client's slug; undefined for a slug of today. */
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

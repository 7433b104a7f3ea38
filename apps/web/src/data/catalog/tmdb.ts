// Requests TMDB's API v3 through this site's server, which has the key. Maps languages and image URLs for TMDB.
import { z } from 'zod';
import { HttpError, requestJson, type HttpResponse } from '#lib/http.ts';
import { config, siteOrigin } from '#config.ts';
import { sessionHeaders } from '#data/session.ts';

export const ENGLISH = 'en-US';
const ErrorBody = z.lazy(() => z.object({ status_message: z.string() }));

export type TmdbQuery = Readonly<Record<string, string | number | boolean>>;

interface TmdbCall<T> {
  readonly schema: z.ZodType<T>;
  readonly query?: TmdbQuery;
  readonly signal?: AbortSignal | undefined;
}

export async function tmdb<T>(path: string, { schema, query, signal }: TmdbCall<T>): Promise<T> {
  const pairs = Object.entries({ language: ENGLISH, ...query });
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  const { status, body } = await request(`/catalogue/3${path}?${search}`, signal);
  if (status !== 200) throw new CatalogError(status, messageOf(body) ?? `Status ${status}`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CatalogError(0, `${path}: ${z.prettifyError(parsed.error)}`);
}

async function request(
  url: string,
  signal: AbortSignal | undefined,
): Promise<HttpResponse<unknown>> {
  try {
    // The server adds its own library's titles for users who may watch them.
    return await requestJson(url, { signal, headers: sessionHeaders(siteOrigin) });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new CatalogError(0, error.message, { cause: error });
  }
}

function messageOf(body: unknown): string | undefined {
  return ErrorBody.safeParse(body).data?.status_message;
}

/** `status` is 0 if there was no readable response. */
export class CatalogError extends Error {
  override name = 'CatalogError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The language of titles, and the country for release dates and ratings. */
export interface CatalogLocale {
  /** The language in TMDB's form, such as `de-DE`. */
  readonly language: string;
  /** ISO 3166-1. */
  readonly region: string;
}

/** The language of the interface and the country of the browser. */
export function catalogLocale(
  language: string,
  spoken: string = globalThis.navigator?.language ?? ENGLISH,
): CatalogLocale {
  const words = maximized(language);
  const isEnglish = words?.language === 'en' || !/^[a-z]{2}$/.test(words?.language ?? '');
  const home = countryOf(words);
  return {
    language: isEnglish || !words ? ENGLISH : [words.language, ...(home ? [home] : [])].join('-'),
    region: countryOf(maximized(spoken)) ?? 'US',
  };
}

function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** Some regions are not countries: Latin America is 419. */
function countryOf(locale: Intl.Locale | undefined): string | undefined {
  const region = locale?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined;
}

type PosterWidth = 'w342' | 'w500';

/** Portraits, stills and backdrops. */
type ImageWidth = 'w185' | 'w300' | 'w1280';

export function posterUrl(
  path: string | null | undefined,
  width: PosterWidth = 'w342',
): string | undefined {
  return imageUrl(path, width);
}

/** A scene of an episode. */
export function stillUrl(path: string | null | undefined): string | undefined {
  return imageUrl(path, 'w300');
}

export function imageUrl(
  path: string | null | undefined,
  width: PosterWidth | ImageWidth,
): string | undefined {
  if (!path) return undefined;
  // Images of the site's own library have one size.
  if (path.startsWith('/library/')) return path;
  return `${config.TMDB_IMAGE_URL}/t/p/${width}/${path.replace(/^\/+/, '')}`;
}

/** Movie-web clients store posters with a double slash before the file name. */
export function normalizePosterUrl(url: string | undefined): string | undefined {
  return url?.replace(/(\/t\/p\/\w+)\/{2,}/, '$1/');
}

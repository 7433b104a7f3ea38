import type { TmdbKind } from '@matinee/shared/media/media';
import { z } from 'zod';
import type { CatalogErrorName } from './response.ts';

/** Allow-list of TMDB calls. All others get 404, because this must not be an open proxy. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const MAX_QUERY_LENGTH = 300;

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  id: '[1-9]\\d{0,9}',
  season: '\\d{1,4}',
  imdb: 'tt\\d{5,10}',
};

const EXTRAS: ReadonlySet<string> = new Set(['external_ids', 'credits', 'videos', 'similar']);

const choice = z.string().regex(/^\d{1,10}(?:[,|]\d{1,10}){0,19}$/);
const country = z.string().regex(/^[A-Z]{2}$/);
const page = z.string().regex(/^[1-9]\d{0,2}$/);

interface Parameter {
  readonly schema: z.ZodType<string, string>;
  readonly error: CatalogErrorName;
}

const PARAMETERS = {
  query: {
    // Control characters are never part of a title, and a NUL would break TMDB's backend.
    schema: z
      .string()
      .max(MAX_QUERY_LENGTH)
      .regex(/^\P{Cc}*$/u),
    error: 'invalidInput',
  },
  include_adult: { schema: z.literal('false'), error: 'invalidInput' },
  language: { schema: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/), error: 'invalidInput' },
  page: {
    schema: page.refine((text) => Number(text) <= 500),
    error: 'invalidPage',
  },
  region: { schema: country, error: 'invalidInput' },
  watch_region: { schema: country, error: 'invalidInput' },
  with_genres: { schema: choice, error: 'invalidInput' },
  with_watch_providers: { schema: choice, error: 'invalidInput' },
  external_source: { schema: z.literal('imdb_id'), error: 'invalidInput' },
  include_video_language: {
    schema: z.string().regex(/^[a-z]{2}(?:,[a-z]{2}){0,3}$/),
    error: 'invalidInput',
  },
  append_to_response: {
    schema: z.string().refine((text) => text.split(',').every((extra) => EXTRAS.has(extra))),
    error: 'notFound',
  },
} as const satisfies Record<string, Parameter>;
type ParameterName = keyof typeof PARAMETERS;

export type CallName =
  | 'search'
  | 'details'
  | 'collection'
  | 'season'
  | 'find'
  | 'nowPlaying'
  | 'popular'
  | 'topRated'
  | 'trending'
  | 'discover'
  | 'genres'
  | 'providers';

interface Rule {
  readonly name: CallName;
  readonly path: string;
  readonly kind?: TmdbKind;
  readonly query: readonly ParameterName[];
  readonly required?: readonly ParameterName[];
  readonly ttlMs: number;
}

const list = ['language', 'page', 'region'] as const;
const discover = [
  'language',
  'page',
  'region',
  'watch_region',
  'with_genres',
  'with_watch_providers',
] as const;

const RULES: readonly Rule[] = [
  {
    name: 'search',
    path: '/search/multi',
    query: ['query', 'include_adult', 'language', 'page', 'region'],
    required: ['query'],
    ttlMs: HOUR_MS,
  },
  ...(['movie', 'tv'] as const).flatMap((kind): readonly Rule[] => [
    {
      name: 'details',
      path: `/${kind}/:id`,
      kind,
      query: ['language', 'append_to_response', 'include_video_language'],
      ttlMs: DAY_MS,
    },
    { name: 'popular', path: `/${kind}/popular`, kind, query: list, ttlMs: HOUR_MS },
    { name: 'topRated', path: `/${kind}/top_rated`, kind, query: list, ttlMs: HOUR_MS },
    { name: 'trending', path: `/trending/${kind}/week`, kind, query: list, ttlMs: HOUR_MS },
    { name: 'discover', path: `/discover/${kind}`, kind, query: discover, ttlMs: HOUR_MS },
    { name: 'genres', path: `/genre/${kind}/list`, kind, query: ['language'], ttlMs: DAY_MS },
    {
      name: 'providers',
      path: `/watch/providers/${kind}`,
      kind,
      query: ['language', 'watch_region'],
      ttlMs: DAY_MS,
    },
  ]),
  {
    name: 'season',
    path: '/tv/:id/season/:season',
    kind: 'tv',
    query: ['language', 'append_to_response'],
    ttlMs: DAY_MS,
  },
  { name: 'collection', path: '/collection/:id', query: ['language'], ttlMs: DAY_MS },
  {
    name: 'nowPlaying',
    path: '/movie/now_playing',
    kind: 'movie',
    query: list,
    ttlMs: HOUR_MS,
  },
  {
    name: 'find',
    path: '/find/:imdb',
    query: ['external_source', 'language'],
    required: ['external_source'],
    ttlMs: DAY_MS,
  },
];

const COMPILED = RULES.map((rule) => ({
  rule,
  pattern: new RegExp(
    `^${rule.path.replaceAll(/:(\w+)/g, (_, name: string) => `(?<${name}>${PLACEHOLDERS[name]})`)}$`,
  ),
}));

/** A request that the table allows, in canonical form. */
export interface CatalogRequest {
  readonly name: CallName;
  readonly kind: TmdbKind | undefined;
  /** Begins with a slash, without `/3`. */
  readonly path: string;
  /** The values of the path's placeholders: `id`, `season`, `imdb`. */
  readonly named: Readonly<Record<string, string>>;
  /** Sorted by name, which gives equal requests equal keys. */
  readonly query: Readonly<Record<string, string>>;
  readonly ttlMs: number;
}

export type RouteMatch =
  | { readonly allowed: true; readonly call: CatalogRequest }
  | { readonly allowed: false; readonly error: CatalogErrorName };

/** `query`: values are unknown, because a repeated parameter arrives as a list. */
export function matchRoute(path: string, query: Readonly<Record<string, unknown>>): RouteMatch {
  for (const { rule, pattern } of COMPILED) {
    const match = pattern.exec(path);
    if (match) return matchQuery(rule, path, match.groups ?? {}, query);
  }
  return { allowed: false, error: 'notFound' };
}

function matchQuery(
  rule: Rule,
  path: string,
  named: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): RouteMatch {
  const accepted: Record<string, string> = {};
  if (Object.keys(query).some((name) => !rule.query.some((known) => known === name)))
    return { allowed: false, error: 'notFound' };
  for (const name of rule.query.toSorted()) {
    const value = query[name];
    if (value === undefined) {
      if (rule.required?.includes(name)) return { allowed: false, error: 'invalidInput' };
      continue;
    }
    const { schema, error } = PARAMETERS[name];
    const parsed = schema.safeParse(value);
    if (!parsed.success) return { allowed: false, error };
    accepted[name] = parsed.data;
  }
  const { ttlMs, kind, name } = rule;
  return { allowed: true, call: { name, kind, path, named, query: accepted, ttlMs } };
}

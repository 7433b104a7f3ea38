// SubDL serves archives. Its responses may contain the API key.
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { ServiceError, type SubtitleService, type SubtitleTarget } from '../service.ts';

export interface SubdlOptions {
  readonly base: string;
  /** The base URL of the archives. */
  readonly files: string;
  readonly key: string;
  readonly fetch: Fetcher;
}

const MAX_RESULTS = 30;

const Row = z.object({
  url: z.string().startsWith('/'),
  language: z.string().nullish(),
  lang: z.string().nullish(),
  release_name: z.string().catch(''),
  releases: z.array(z.string()).catch([]),
  name: z.string().catch(''),
  season: z.number().nullish().catch(undefined),
  episode: z.number().nullish().catch(undefined),
  hi: z.boolean().catch(false),
  full_season: z.boolean().catch(false),
});
type Row = z.infer<typeof Row>;

const Reply = z.union([
  z.object({ status: z.literal(true), subtitles: z.array(Row).default([]) }),
  z.object({ status: z.literal(false), error: z.string().default('') }),
]);

export function subdl({ base, files, key, fetch }: SubdlOptions): SubtitleService {
  return {
    id: 'subdl',
    name: 'SubDL',
    async find(wanted, signal) {
      const url = `${base}/subtitles`;
      const query = { api_key: key, ...queryOf(wanted) };
      const reply = await fetchJson(fetch, { url, query, schema: Reply, signal });
      if (reply.status) return reply.subtitles.filter(fits(wanted)).map(toFoundSubtitle);
      if (/can'?t find|not found|no subtitle/i.test(reply.error)) return [];
      throw new ServiceError(
        /api|key|auth/i.test(reply.error)
          ? 'The service rejected the API key.'
          : 'The service rejected the request.',
      );
    },
    locate: async (at) => `${files}${at}`,
  };
}

function queryOf({ imdbId, tmdbId, episode, languages }: SubtitleTarget) {
  return {
    type: episode ? 'tv' : 'movie',
    ...(imdbId === undefined ? { tmdb_id: tmdbId } : { imdb_id: imdbId }),
    ...(episode && { season_number: episode.season, episode_number: episode.number }),
    ...(languages.length > 0 && { languages: languages.flatMap(codesOf).join(',') }),
    subs_per_page: MAX_RESULTS,
    releases: 1,
    hi: 1,
  };
}

/** Returns upper-case codes. Some languages have two. */
function codesOf(language: string): readonly string[] {
  if (language === 'pt') return ['PT', 'BR_PT'];
  if (language === 'zh') return ['ZH', 'ZH_BG'];
  return [language.toUpperCase()];
}

function fits({ episode }: SubtitleTarget): (row: Row) => boolean {
  return (row) =>
    episode === undefined ||
    row.full_season ||
    ((row.season ?? episode.season) === episode.season &&
      (row.episode ?? episode.number) === episode.number);
}

function toFoundSubtitle(row: Row) {
  const [path = row.url] = row.url.split('?');
  return {
    id: path,
    at: path,
    language: row.language ?? row.lang ?? '',
    format: 'zip',
    hearingImpaired: row.hi,
    names: [row.release_name, ...row.releases],
  };
}

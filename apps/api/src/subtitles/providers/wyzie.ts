import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { SubtitleService, SubtitleTarget } from '../service.ts';

export interface WyzieOptions {
  readonly base: string;
  readonly key: string;
  readonly fetch: Fetcher;
}

const text = z.string().nullish().catch(undefined);
const Row = z.object({
  id: z.coerce.string(),
  url: z.url({ protocol: /^https?$/ }),
  language: z.string(),
  format: z.string().catch('srt'),
  encoding: text,
  source: text,
  isHearingImpaired: z.boolean().catch(false),
  ai: z.boolean().catch(false),
  release: text,
  releases: z.array(z.string()).catch([]),
  fileName: text,
  downloadCount: z.number().nullish().catch(undefined),
});
type Row = z.infer<typeof Row>;

/** Wyzie aggregates other services. */
export function wyzie({ base, key, fetch }: WyzieOptions): SubtitleService {
  return {
    id: 'wyzie',
    name: 'Wyzie',
    async find(wanted, signal) {
      const url = `${base}/search`;
      const query = { ...queryOf(wanted), key };
      const rows = await fetchJson(fetch, { url, query, schema: z.array(Row), signal });
      return rows.map(toFoundSubtitle);
    },
    locate: async (at) => at,
  };
}

function queryOf({ imdbId, tmdbId, episode, languages }: SubtitleTarget) {
  return {
    id: imdbId ?? tmdbId,
    ...(episode && { season: episode.season, episode: episode.number }),
    ...(languages.length > 0 && { language: languages.join(',') }),
    source: 'all',
  };
}

function toFoundSubtitle(row: Row) {
  return {
    id: row.id,
    at: row.url,
    language: row.language,
    format: row.format,
    hearingImpaired: row.isHearingImpaired,
    machineTranslated: row.ai,
    names: [...new Set([row.release, ...row.releases, row.fileName])].flatMap((name) => name || []),
    downloads: row.downloadCount ?? undefined,
    encoding: row.encoding ?? undefined,
    originalFile: row.source === 'opensubtitles' ? row.id : undefined,
  };
}

// OpenSubtitles.com. Searches are free. Each download counts against the quota of the key or the account.
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { FoundSubtitle, SubtitleService, SubtitleTarget } from '../service.ts';
import { createOpenSubtitlesLogin, type OpenSubtitlesAccount } from './opensubtitles-login.ts';

export interface OpenSubtitlesOptions {
  readonly base: string;
  readonly key: string;
  /** An account has larger quotas. */
  readonly account?: OpenSubtitlesAccount | undefined;
  /** `Name v1.2.3`. The service rejects programs without a name. */
  readonly program: string;
  readonly fetch: Fetcher;
  readonly now: () => number;
}

const flag = z.boolean().nullish().catch(false);
const Row = z.object({
  id: z.coerce.string(),
  attributes: z.object({
    language: z.string().nullish(),
    download_count: z.number().catch(0),
    hearing_impaired: flag,
    foreign_parts_only: flag,
    from_trusted: flag,
    ai_translated: flag,
    machine_translated: flag,
    fps: z.number().nullish().catch(undefined),
    release: z.string().nullish(),
    legacy_subtitle_id: z.number().nullish().catch(undefined),
    files: z.array(z.object({ file_id: z.number(), file_name: z.string().nullish() })),
  }),
});
type Row = z.infer<typeof Row>;
const Rows = z.object({ data: z.array(Row) });
const Link = z.object({ link: z.url({ protocol: /^https?$/ }) });

export function openSubtitles(options: OpenSubtitlesOptions): SubtitleService {
  const { base, key, program, fetch } = options;
  const headers = { 'api-key': key, 'user-agent': program, accept: '*/*' };
  const login = createOpenSubtitlesLogin({ ...options, headers });
  return {
    id: 'opensubtitles',
    name: 'OpenSubtitles',
    async find(wanted, signal) {
      const query = sorted(queryOf(wanted));
      const url = `${base}/subtitles`;
      const { data } = await fetchJson(fetch, { url, query, headers, schema: Rows, signal });
      return data.flatMap(toFoundSubtitles);
    },
    locate: (at, signal) =>
      login.use(async ({ base: accountBase, authorization }) => {
        const { link } = await fetchJson(fetch, {
          url: `${accountBase}/download`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', ...authorization },
          body: JSON.stringify({ file_id: Number(at) }),
          schema: Link,
          signal,
        });
        return link;
      }, signal),
  };
}

function queryOf({
  imdbId,
  tmdbId,
  episode,
  languages,
}: SubtitleTarget): Record<string, string | number> {
  const parent = episode ? 'parent_' : '';
  return {
    ...(imdbId === undefined
      ? { [`${parent}tmdb_id`]: Number(tmdbId) }
      : { [`${parent}imdb_id`]: Number(imdbId.slice(2)) }),
    ...(episode && { season_number: episode.season, episode_number: episode.number }),
    ...(languages.length > 0 && { languages: languages.flatMap(codesOf).toSorted().join(',') }),
    foreign_parts_only: 'exclude',
  };
}

/** Sorts parameters, because the service redirects another order, which costs a request. */
function sorted(query: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function codesOf(language: string): readonly string[] {
  if (language === 'pt') return ['pt-br', 'pt-pt'];
  if (language === 'zh') return ['zh-cn', 'zh-tw'];
  return [language];
}

/** Leaves out subtitles in several files, which match no current video. */
function toFoundSubtitles({ id, attributes }: Row): readonly FoundSubtitle[] {
  const [file, ...more] = attributes.files;
  if (!file || more.length > 0 || attributes.foreign_parts_only) return [];
  return [
    {
      id,
      at: String(file.file_id),
      language: attributes.language ?? '',
      format: 'srt',
      hearingImpaired: attributes.hearing_impaired ?? false,
      machineTranslated: [attributes.ai_translated, attributes.machine_translated].includes(true),
      isTrusted: attributes.from_trusted ?? false,
      names: [attributes.release, file.file_name].flatMap((name) => name || []),
      downloads: attributes.download_count,
      fps: attributes.fps ?? undefined,
    },
  ];
}

import {
  SUBTITLE_FILE_PATH,
  type Subtitle,
  type SubtitleQuery,
} from '@matinee/shared/contract/subtitles';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import type { HttpClient } from '#proxy/http-client.ts';
import {
  createSubtitleLoader,
  createDownloader,
  decodeAddress,
  encodeAddress,
  type SubtitleAddress,
} from './file.ts';
import { rankSubtitles, type SubtitleCandidate } from './rank.ts';
import { createSearch } from './search.ts';
import type { Episode, SubtitleService, SubtitleTarget } from './service.ts';
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { z } from 'zod';

/** The part of `StreamTokens` that subtitles use. */
export interface SubtitleTokens {
  readonly newSession: () => (claims: {
    readonly url: string;
    readonly kind: 'media';
    readonly headers: Readonly<Record<string, string>>;
  }) => string;
  readonly read: (text: string) => { readonly url: string };
}

export interface SubtitlesOptions {
  readonly services: readonly SubtitleService[];
  readonly tokens: SubtitleTokens;
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  readonly fetchCatalog: FetchCatalog;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface Subtitles {
  readonly services: readonly Pick<SubtitleService, 'id' | 'name' | 'find'>[];
  readonly search: (query: SubtitleQuery, signal: AbortSignal) => Promise<Subtitle[]>;
  /** Returns WebVTT, or the original file in UTF-8. */
  readonly file: (token: string, signal: AbortSignal) => Promise<string>;
}

const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Limits the list, because each entry needs a token and users rarely read further. */
const MAX_LISTED = 200;
const MAX_LABEL_LENGTH = 160;
const SEARCH_TIMEOUT_MS = 9_000;

/** Searches subtitles and serves them by tokens, which reveal no service, URL or key. */
export function createSubtitles(options: SubtitlesOptions): Subtitles {
  const { tokens, upstream, userAgent, fetchCatalog } = options;
  const search = createSearch({
    ...options,
    timeoutMs: SEARCH_TIMEOUT_MS,
    imdbIdOf: (wanted, signal) => imdbIdOf(fetchCatalog, wanted, signal),
  });
  const download = createDownloader({ upstream, userAgent, maxBytes: MAX_FILE_BYTES });
  const loadSubtitle = createSubtitleLoader({ ...options, download, maxBytes: MAX_FILE_BYTES });

  return {
    services: options.services,
    async search({ tmdbId, imdbId, season, episode: number, languages, release }, signal) {
      const episode = season === undefined || number === undefined ? undefined : { season, number };
      const candidates = await search({ tmdbId, imdbId, episode, languages }, signal);
      const issue = tokens.newSession();
      return rankSubtitles(candidates, { languages, release })
        .slice(0, MAX_LISTED)
        .map((candidate) => {
          const address = addressOf(candidate, episode);
          const pathOf = (wanted: SubtitleAddress) => {
            const claims = { url: encodeAddress(wanted), kind: 'media', headers: {} } as const;
            return `${SUBTITLE_FILE_PATH}/${issue(claims)}`;
          };
          const isStyled = captionFormatOf(`.${candidate.format}`)?.isStyled === true;
          return {
            ...listed(candidate),
            url: pathOf(address),
            ...(isStyled && { original: pathOf({ ...address, isOriginal: true }) }),
          };
        });
    },
    file: async (token, signal) =>
      await loadSubtitle(decodeAddress(tokens.read(token).url), signal),
  };
}

function addressOf({ source, at, language, encoding, fps }: SubtitleCandidate, episode?: Episode) {
  return {
    source,
    at,
    language: language.code,
    ...(encoding !== undefined && { encoding }),
    ...(fps !== undefined && { fps }),
    ...(episode && { episode }),
  };
}

function listed(candidate: SubtitleCandidate): Omit<Subtitle, 'url'> {
  const { id, source, language, names, hearingImpaired, format } = candidate;
  const { machineTranslated, downloads, fps } = candidate;
  const [name] = names;
  return {
    id: `${source}-${id}`,
    source,
    language: language.code,
    label: (name === undefined ? language.name : `${language.name} · ${name}`).slice(
      0,
      MAX_LABEL_LENGTH,
    ),
    hearingImpaired,
    ...(machineTranslated && { machineTranslated }),
    format,
    ...(downloads !== undefined && { downloads }),
    ...(fps !== undefined && { fps }),
  };
}

/** Fetches a path below `/3` of the catalog. */
export type FetchCatalog = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

const Details = z.object({
  external_ids: z.object({ imdb_id: z.string().regex(/^tt\d{1,10}$/) }),
});

/** Makes the same request as the title's page, so the response is usually cached. */
export async function imdbIdOf(
  fetchCatalog: FetchCatalog,
  { tmdbId, episode }: SubtitleTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (tmdbId === undefined) return undefined;
  const path = `/${episode ? 'tv' : 'movie'}/${tmdbId}`;
  const { status, body } = await fetchCatalog(path, DETAILS_QUERY, signal);
  if (status !== 200) return undefined;
  return Details.safeParse(JSON.parse(body)).data?.external_ids.imdb_id;
}

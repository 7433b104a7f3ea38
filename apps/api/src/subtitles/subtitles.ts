import {
  SUBTITLE_FILE_PATH,
  type Subtitle,
  type SubtitleQuery,
} from '@matinee/shared/contract/subtitles';
import { captionFormatOf } from '@matinee/shared/subtitles/formats';
import type { HttpClient } from '#proxy/http-client.ts';
import { readAddress, writeAddress, type Address } from './subtitle-token.ts';
import { createDownloader } from './download.ts';
import { createFiles } from './file.ts';
import { imdbIdOf, type AskCatalogue } from './imdb-id.ts';
import { ranked, type Candidate } from './rank.ts';
import { createSearch } from './search.ts';
import type { Episode, SubtitleService } from './service.ts';

/** What of the stream relay's tickets is used here. */
export interface SubtitleTickets {
  readonly newSession: () => (grant: {
    readonly url: string;
    readonly kind: 'media';
    readonly headers: Readonly<Record<string, string>>;
  }) => string;
  readonly read: (text: string) => { readonly url: string };
}

export interface SubtitlesOptions {
  readonly services: readonly SubtitleService[];
  readonly tickets: SubtitleTickets;
  readonly upstream: Pick<HttpClient, 'open'>;
  readonly userAgent: string;
  readonly askCatalogue: AskCatalogue;
  readonly now: () => number;
  readonly log: (message: string) => void;
}

export interface Subtitles {
  readonly search: (query: SubtitleQuery, signal: AbortSignal) => Promise<Subtitle[]>;
  /** WebVTT, or the file itself in UTF-8. */
  readonly file: (ticket: string, signal: AbortSignal) => Promise<string>;
}

const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Nobody reads further, and each carries a ticket. */
const MOST_LISTED = 200;
const LONGEST_LABEL = 160;
const SEARCH_LIMIT_MS = 9_000;

/** Finds subtitles, and hands them out under tickets that name no service, address or key. */
export function createSubtitles(options: SubtitlesOptions): Subtitles {
  const { tickets, upstream, userAgent, askCatalogue } = options;
  const search = createSearch({
    ...options,
    limitMs: SEARCH_LIMIT_MS,
    imdbIdOf: (wanted, signal) => imdbIdOf(askCatalogue, wanted, signal),
  });
  const download = createDownloader({ upstream, userAgent, maxBytes: MAX_FILE_BYTES });
  const files = createFiles({ ...options, download, maxBytes: MAX_FILE_BYTES });

  return {
    async search({ tmdbId, imdbId, season, episode: number, languages, release }, signal) {
      const episode = season === undefined || number === undefined ? undefined : { season, number };
      const candidates = await search({ tmdbId, imdbId, episode, languages }, signal);
      const issue = tickets.newSession();
      return ranked(candidates, { languages, release })
        .slice(0, MOST_LISTED)
        .map((candidate) => {
          const address = addressOf(candidate, episode);
          const pathOf = (wanted: Address) => {
            const grant = { url: writeAddress(wanted), kind: 'media', headers: {} } as const;
            return `${SUBTITLE_FILE_PATH}/${issue(grant)}`;
          };
          const isStyled = captionFormatOf(`.${candidate.format}`)?.isStyled === true;
          return {
            ...listed(candidate),
            url: pathOf(address),
            ...(isStyled && { original: pathOf({ ...address, isOriginal: true }) }),
          };
        });
    },
    file: async (ticket, signal) => await files(readAddress(tickets.read(ticket).url), signal),
  };
}

function addressOf({ source, at, language, encoding, fps }: Candidate, episode?: Episode) {
  return {
    source,
    at,
    language: language.code,
    ...(encoding !== undefined && { encoding }),
    ...(fps !== undefined && { fps }),
    ...(episode && { episode }),
  };
}

function listed(candidate: Candidate): Omit<Subtitle, 'url'> {
  const { id, source, language, names, hearingImpaired, format } = candidate;
  const { machineTranslated, downloads, fps } = candidate;
  const [name] = names;
  return {
    id: `${source}-${id}`,
    source,
    language: language.code,
    label: (name === undefined ? language.name : `${language.name} · ${name}`).slice(
      0,
      LONGEST_LABEL,
    ),
    hearingImpaired,
    ...(machineTranslated && { machineTranslated }),
    format,
    ...(downloads !== undefined && { downloads }),
    ...(fps !== undefined && { fps }),
  };
}

import type { CheckFacts } from '@matinee/shared/contract/diagnostics';
import type { EmbedRef, ScrapeError } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { Fetcher } from '@matinee/sources/source';
import type { Scraper } from '@matinee/sources/scraper';
import { tmdbCredentials } from '#catalog/tmdb-client.ts';
import type { Config } from '#config/config.ts';
import { KeyRejectedError } from '#subtitles/service.ts';
import type { Subtitles } from '#subtitles/subtitles.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';

export interface ServiceCheckOptions {
  readonly config: Pick<Config, 'TMDB_READ_API_KEY' | 'TMDB_URL' | 'TMDB_FALLBACK_URL'>;
  readonly fetch: Fetcher;
  /** Not cached, because each check must run the source. */
  readonly scraper: Pick<Scraper, 'metadata' | 'runSource' | 'runEmbed'>;
  readonly subtitles: Pick<Subtitles, 'services'> | undefined;
}

/** A movie in the public domain in the United States. */
const MOVIE = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
  runtime: 96,
} as const satisfies ScrapeMovie;

/** Other movies for sources that don't have this one. */
const PROBES: Readonly<Record<string, ScrapeMovie>> = {
  'open-films': {
    type: 'movie',
    title: 'Sintel',
    releaseYear: 2010,
    tmdbId: '45745',
    imdbId: 'tt1727587',
    runtime: 15,
  },
};

/** Checks the third-party services that this server uses. */
export const serviceChecks = (options: ServiceCheckOptions): readonly ServerCheck[] => [
  { check: 'catalog', timeoutMs: 20_000, run: (signal) => checkCatalog(options, signal) },
  ...subtitleChecks(options),
  ...options.scraper.metadata()[1].map(({ id, name }): ServerCheck => ({
    check: 'source',
    subject: id,
    name,
    timeoutMs: 35_000,
    run: (signal) => checkSource(options, id, signal),
  })),
];

/** The title that movie-web clients request to test a key. */
const TEST_PATH = '/movie/556574';

async function checkCatalog(
  { config, fetch }: ServiceCheckOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const { TMDB_READ_API_KEY: key, TMDB_URL, TMDB_FALLBACK_URL } = config;
  if (key === undefined) return { code: 'catalogNoKey' };
  const statusOf = async (base: string): Promise<number | string> => {
    try {
      const url = `${base}${TEST_PATH}`;
      return (await fetch(url, { ...tmdbCredentials(key), timeoutMs: 7_000, signal })).status;
    } catch (error) {
      signal.throwIfAborted();
      return errorCode(error);
    }
  };
  const first = await statusOf(TMDB_URL);
  const facts = { host: new URL(TMDB_URL).host, reason: first };
  if (first === 200) return { code: 'catalogOk', facts };
  if (first === 401 || first === 403) return { code: 'catalogKeyRejected', facts };
  return {
    code: (await statusOf(TMDB_FALLBACK_URL)) === 200 ? 'catalogFallback' : 'catalogDown',
    facts,
  };
}

function subtitleChecks({ subtitles }: ServiceCheckOptions): readonly ServerCheck[] {
  if (!subtitles) return [{ check: 'subtitles', run: async () => ({ code: 'subtitlesOff' }) }];
  return subtitles.services.map((service): ServerCheck => ({
    check: 'subtitles',
    subject: service.id,
    name: service.name,
    run: (signal) => checkSubtitles(service, signal),
  }));
}

async function checkSubtitles(
  { find }: Subtitles['services'][number],
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const { tmdbId, imdbId } = MOVIE;
    const { length: found } = await find({ tmdbId, imdbId, languages: ['en'] }, signal);
    return { code: found > 0 ? 'subtitlesOk' : 'subtitlesEmpty', facts: { found } };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof KeyRejectedError) return { code: 'subtitlesKeyRejected' };
    return { code: 'subtitlesFailed', facts: { reason: errorCode(error) } };
  }
}

async function checkSource(
  { scraper, fetch }: ServiceCheckOptions,
  id: string,
  signal: AbortSignal,
): Promise<Finding> {
  for await (const event of scraper.runSource(id, PROBES[id] ?? MOVIE, { signal })) {
    if (event.type === 'completed') {
      const { stream = [], embeds } = event;
      const facts = { found: stream.length + embeds.length };
      const { streams, reason } =
        stream.length > 0 ? { streams: stream } : await streamsOf(scraper, embeds, signal);
      const [first] = streams;
      if (!first) return { code: 'sourceFailed', facts: { reason: reason ?? 'no stream' } };
      const failure = await reach(first, fetch, signal);
      return failure ? { code: 'sourceUnreachable', facts: failure } : { code: 'sourceOk', facts };
    }
    if (event.type === 'error' && event.name === 'NotFoundError') return { code: 'sourceNoTitle' };
    if (event.type === 'error') return { code: 'sourceFailed', facts: { reason: reasonOf(event) } };
  }
  signal.throwIfAborted();
  return { code: 'sourceFailed', facts: { reason: 'no result' } };
}

/**
 * Returns the system error code or the status in an error's message, or else the error's name. The rest of the message
 * may come from another server.
 */
const reasonOf = ({ name, message }: ScrapeError): string =>
  /\(([A-Z][A-Z_]{3,40}|[45]\d\d)\)$| status ([45]\d\d)$/.exec(message)?.slice(1).find(Boolean) ??
  name;

const MAX_EMBEDS = 3;

interface EmbedStreams {
  readonly streams: readonly Stream[];
  /** The reason of the first failed embed. */
  readonly reason?: string | undefined;
}

async function streamsOf(
  scraper: ServiceCheckOptions['scraper'],
  embeds: readonly EmbedRef[],
  signal: AbortSignal,
): Promise<EmbedStreams> {
  let reason: string | undefined;
  for (const { embedId, url } of embeds.slice(0, MAX_EMBEDS)) {
    for await (const event of scraper.runEmbed(embedId, url, { signal })) {
      if (event.type === 'completed' && event.stream.length > 0) return { streams: event.stream };
      if (event.type === 'error') reason ??= reasonOf(event);
    }
  }
  return { streams: [], reason };
}

/** Requests a stream, because sources list some movies without a request. Undefined if the stream responds. */
async function reach(
  stream: Stream,
  fetch: Fetcher,
  signal: AbortSignal,
): Promise<CheckFacts | undefined> {
  const url = stream.type === 'hls' ? stream.playlist : Object.values(stream.qualities).at(0)?.url;
  // Files in the server's own folders have no URL.
  if (url === undefined || !/^https?:/.test(url)) return undefined;
  const { host } = new URL(url);
  const headers = { ...stream.headers, range: 'bytes=0-0' };
  try {
    const { status } = await fetch(url, { headers, signal, timeoutMs: 10_000, maxBytes: 1 });
    return status < 400 ? undefined : { host, reason: status };
  } catch (error) {
    signal.throwIfAborted();
    return { host, reason: errorCode(error) };
  }
}

import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { errorMessage } from '#errors.ts';
import { runtimeFit, type TitleMetadata } from '#match.ts';
import {
  videoStreams,
  fetchCaptions,
  fetchVideo,
  Named,
  Person,
  HostedVideo,
} from '#peertube/video.ts';
import { createHostBackoff } from '#host-backoff.ts';
import {
  NotFoundError,
  type Source,
  type SourceContext,
  type SourceResult,
  type RunContext,
} from '#source.ts';
import { isOldEnough } from '#rights.ts';
import { permissionFor, matchVideo, type Trust } from './match-video.ts';
import { z } from 'zod';
import { readJson, lenientArray } from '#parse-response.ts';

const MAX_TRIED = 3;

export interface PeertubeOptions {
  /** The search index. If undefined, only the instances are searched. */
  readonly index: string | undefined;
  /** Base URLs of instances without a trailing slash. Their licenses are reliable. */
  readonly instances: readonly string[];
  /** Further hosts with reliable licenses, and `name@host` of uploaders that the operator vouches for. */
  readonly trusted: readonly string[];
  /** Base URLs that replace a host's default, by host name. */
  readonly hosts: Readonly<Record<string, string>>;
}

/** Undefined without an index or instance to search. */
export function peertube(options: PeertubeOptions): Source | undefined {
  const { index, instances, trusted, hosts } = options;
  if (instances.length === 0 && index === undefined) return undefined;
  const bases = {
    ...Object.fromEntries(instances.map((base) => [new URL(base).host, base])),
    ...hosts,
  };
  const named = instances.map((base) => new URL(base).host);
  const names = trusted.map((name) => name.toLowerCase());
  const servers: readonly SearchServer[] = [
    ...named.map((host) => ({ base: bases[host] ?? `https://${host}`, kind: 'instance' as const })),
    ...(index === undefined ? [] : [{ base: index, kind: 'index' as const }]),
  ];
  const trust = {
    hosts: [...named, ...names.filter((name) => !name.includes('@'))],
    uploaders: names.filter((name) => name.includes('@')),
  };
  const settings: Settings = { servers, bases, trust };
  const quiet = createHostBackoff();
  return {
    id: 'peertube',
    name: 'PeerTube',
    rank: 150,
    runsIn: 'anywhere',
    movie: (context) => findMovie(settings, quiet.apply(context)),
  };
}

interface Settings {
  readonly servers: readonly SearchServer[];
  readonly bases: Readonly<Record<string, string>>;
  readonly trust: Trust;
}

/** Fetches metadata only for movies that may be out of copyright. */
async function metadataIfOld({ media, now, getMetadata }: SourceContext<ScrapeMovie>) {
  const mayBeOld = isOldEnough(media.releaseYear, new Date(now()).getUTCFullYear());
  return mayBeOld ? await getMetadata(media.tmdbId) : undefined;
}

interface Candidate {
  readonly row: PeertubeRow;
  readonly host: string;
}

async function findMovie(
  settings: Settings,
  context: SourceContext<ScrapeMovie>,
): Promise<SourceResult> {
  const metadata = await metadataIfOld(context);
  const candidates = await findCandidates({ settings, context, metadata });
  context.progress(50);
  let lastError: unknown = new NotFoundError('no upload that may be shown');
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    try {
      return { embeds: [], streams: await play(candidate, { settings, context, metadata }) };
    } catch (error) {
      context.signal.throwIfAborted();
      context.warn(`${candidate.row.uuid} at ${candidate.host}: ${errorMessage(error)}`);
      lastError = error;
    }
  }
  throw lastError;
}

/** Returns search results that match and may be shown. The video itself is checked again later. */
async function findCandidates(search: Search): Promise<Candidate[]> {
  const { settings, context } = search;
  const rows = await searchEverywhere(settings, context);
  const candidates = rows.flatMap((row) => {
    const host = new URL(row.url).host;
    return permissionOf(row, host, search) === undefined ? [] : [{ row, host }];
  });
  const distance = ({ row }: Candidate): number =>
    runtimeFit(row.duration, context.media.runtime, 0.02) === 'fits' ? 0 : 1;
  const unique = [
    ...new Map(candidates.map((candidate) => [candidate.row.uuid, candidate])).values(),
  ];
  return unique.toSorted((a, b) => distance(a) - distance(b));
}

interface Search {
  readonly settings: Settings;
  readonly context: SourceContext<ScrapeMovie>;
  readonly metadata: TitleMetadata | undefined;
}

function permissionOf(
  video: Parameters<typeof matchVideo>[0],
  host: string,
  { settings: { trust }, context, metadata }: Search,
) {
  const movie = context.media;
  try {
    const upload = matchVideo(video, movie);
    return permissionFor(video, { upload, host, metadata }, { trust, now: context.now() });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Ignores servers that fail, unless all fail. */
async function searchEverywhere(
  { servers }: Settings,
  context: SourceContext<ScrapeMovie>,
): Promise<PeertubeRow[]> {
  const { title } = context.media;
  const results = await Promise.allSettled(
    servers.map((server) => searchVideos(context, server, title)),
  );
  context.signal.throwIfAborted();
  const failures = results.filter((it) => it.status === 'rejected');
  const [first] = failures;
  if (first && failures.length === servers.length) throw first.reason;
  for (const { reason } of failures) context.warn(errorMessage(reason));
  return results.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
}

async function play({ row, host }: Candidate, search: Search): Promise<readonly Stream[]> {
  const { settings, context } = search;
  const base = settings.bases[host] ?? `https://${host}`;
  const address = { base, video: row.uuid };
  const [video, captions] = await Promise.all([
    fetchVideo(context, address),
    fetchCaptions(context, address),
  ]);
  if (!video) throw new NotFoundError('the video no longer exists');
  const permission = permissionOf(video, host, search);
  if (!permission) throw new NotFoundError('its host and the search index disagree about it');
  return videoStreams(video, { base, captions, licence: permission.licence });
}

/** A match is among the first results, because they are sorted by score. */
const ROWS = 20;

const Row = z.object({
  uuid: z.string().regex(/^[\w-]{8,64}$/),
  /** The video's page on its own host. */
  url: z.url({ protocol: /^https?$/ }),
  name: HostedVideo,
  duration: z.number().positive().optional().catch(undefined),
  originallyPublishedAt: z.string().nullish().catch(undefined),
  isLive: z.boolean().catch(false),
  nsfw: z.boolean().catch(false),
  licence: Named,
  account: Person,
  channel: Person,
});
type PeertubeRow = z.infer<typeof Row>;

const SearchResponse = z.object({ data: z.array(z.unknown()).pipe(lenientArray(Row)) });

interface SearchServer {
  readonly base: string;
  /** An instance is searched only for local videos. The index covers the others. */
  readonly kind: 'index' | 'instance';
}

async function searchVideos(
  context: Pick<RunContext, 'fetch'>,
  { base, kind }: SearchServer,
  title: string,
): Promise<readonly PeertubeRow[]> {
  const { host } = new URL(base);
  const response = await context.fetch(`${base}/api/v1/search/videos`, {
    query: {
      search: title,
      start: 0,
      count: ROWS,
      sort: '-match',
      nsfw: 'false',
      isLive: 'false',
      searchTarget: kind === 'instance' ? 'local' : undefined,
    },
  });
  const parsed = SearchResponse.safeParse(readJson(response, `PeerTube at ${host}`));
  if (!parsed.success) throw new Error(`PeerTube at ${host} sent an unexpected response`);
  return parsed.data.data.filter(({ isLive, nsfw }) => !isLive && !nsfw);
}

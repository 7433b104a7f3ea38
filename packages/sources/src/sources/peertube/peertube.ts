import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { errorMessage } from '#errors.ts';
import { runtimeFit } from '#match.ts';
import { streamsOf, fetchCaptions, fetchVideo, Named, Person, VideoName } from '#peertube/video.ts';
import { createHostBackoff } from '#host-backoff.ts';
import {
  NotFoundError,
  type Source,
  type SourceContext,
  type SourceResult,
  type RunContext,
} from '#source.ts';
import type { TitleMetadata } from '#title-metadata.ts';
import { isOldEnough } from '#rights.ts';
import { permissionFor, refuseOther, type Trust } from './match-video.ts';
import { z } from 'zod';
import { readJson, lenientArray } from '#parse-response.ts';

const MOST_TRIED = 3;

export interface PeertubeOptions {
  /** The search index; unset, only the instances are searched. */
  readonly index: string | undefined;
  /** Addresses of instances, without a trailing slash; what they hold under an open licence is believed. */
  readonly instances: readonly string[];
  /** Further hosts whose licences are believed, and `name@host` of uploaders who may show what they have. */
  readonly trusted: readonly string[];
  /** Overrides of a host's base address by host name. */
  readonly hosts: Readonly<Record<string, string>>;
}

/** Searches PeerTube; undefined when there is nowhere to search. */
export function peertube(options: PeertubeOptions): Source | undefined {
  const { index, instances, trusted, hosts } = options;
  if (instances.length === 0 && index === undefined) return undefined;
  const bases = {
    ...Object.fromEntries(instances.map((base) => [new URL(base).host, base])),
    ...hosts,
  };
  const named = instances.map((base) => new URL(base).host);
  const names = trusted.map((name) => name.toLowerCase());
  const places: readonly SearchPlace[] = [
    ...named.map((host) => ({ base: bases[host] ?? `https://${host}`, kind: 'instance' as const })),
    ...(index === undefined ? [] : [{ base: index, kind: 'index' as const }]),
  ];
  const trust = {
    hosts: [...named, ...names.filter((name) => !name.includes('@'))],
    uploaders: names.filter((name) => name.includes('@')),
  };
  const world: World = { places, bases, trust };
  const quiet = createHostBackoff();
  return {
    id: 'peertube',
    name: 'PeerTube',
    rank: 150,
    runsIn: 'anywhere',
    movie: (context) => findFilm(world, quiet.apply(context)),
  };
}

interface World {
  readonly places: readonly SearchPlace[];
  readonly bases: Readonly<Record<string, string>>;
  readonly trust: Trust;
}

/** Asked for only where the year may be what permits it. */
async function factsOf({ media, now, getMetadata: ask }: SourceContext<ScrapeMovie>) {
  const mayBeOld = isOldEnough(media.releaseYear, new Date(now()).getUTCFullYear());
  return mayBeOld ? await ask(media.tmdbId) : undefined;
}

interface Hit {
  readonly row: PeertubeRow;
  readonly host: string;
}

async function findFilm(world: World, context: SourceContext<ScrapeMovie>): Promise<SourceResult> {
  const facts = await factsOf(context);
  const hits = await findHits({ world, context, facts });
  context.progress(50);
  let miss: unknown = new NotFoundError('no upload of it that may be shown');
  for (const hit of hits.slice(0, MOST_TRIED)) {
    try {
      return { embeds: [], streams: await play(hit, { world, context, facts }) };
    } catch (error) {
      context.signal.throwIfAborted();
      context.warn(`${hit.row.uuid} at ${hit.host}: ${errorMessage(error)}`);
      miss = error;
    }
  }
  throw miss;
}

/** What is that film and may be shown, by the word of the search; the video itself has the last one. */
async function findHits(about: Case): Promise<Hit[]> {
  const { world, context } = about;
  const rows = await searchEverywhere(world, context);
  const hits = rows.flatMap((row) => {
    const host = new URL(row.url).host;
    return judged(row, host, about) === undefined ? [] : [{ row, host }];
  });
  const distance = ({ row }: Hit): number =>
    runtimeFit(row.duration, context.media.runtime, 0.02) === 'fits' ? 0 : 1;
  const unique = [...new Map(hits.map((hit) => [hit.row.uuid, hit])).values()];
  return unique.toSorted((a, b) => distance(a) - distance(b));
}

interface Case {
  readonly world: World;
  readonly context: SourceContext<ScrapeMovie>;
  readonly facts: TitleMetadata | undefined;
}

function judged(
  video: Parameters<typeof refuseOther>[0],
  host: string,
  { world: { trust }, context, facts }: Case,
) {
  const film = context.media;
  try {
    const upload = refuseOther(video, film);
    return permissionFor(video, { upload, host, facts }, { trust, now: context.now() });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** A place that fails is left out; when all do, that is a failure. */
async function searchEverywhere(
  { places }: World,
  context: SourceContext<ScrapeMovie>,
): Promise<PeertubeRow[]> {
  const { title } = context.media;
  const answers = await Promise.allSettled(
    places.map((place) => searchVideos(context, place, title)),
  );
  context.signal.throwIfAborted();
  const failures = answers.filter((it) => it.status === 'rejected');
  const [first] = failures;
  if (first && failures.length === places.length) throw first.reason;
  for (const { reason } of failures) context.warn(errorMessage(reason));
  return answers.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
}

async function play({ row, host }: Hit, about: Case): Promise<readonly Stream[]> {
  const { world, context } = about;
  const base = world.bases[host] ?? `https://${host}`;
  const address = { base, video: row.uuid };
  const [video, captions] = await Promise.all([
    fetchVideo(context, address),
    fetchCaptions(context, address),
  ]);
  if (!video) throw new NotFoundError('the video is gone');
  const permission = judged(video, host, about);
  if (!permission) throw new NotFoundError('its host tells another story than the search');
  return streamsOf(video, { base, captions, licence: permission.licence });
}

// One question to one place: the index of all instances, or an instance.

/** Matches are fuzzy and sorted by score: what is not among the first is not it. */
const ROWS = 20;

const Row = z.object({
  uuid: z.string().regex(/^[\w-]{8,64}$/),
  /** Of its page at the host that it comes from. */
  url: z.url({ protocol: /^https?$/ }),
  name: VideoName,
  duration: z.number().positive().optional().catch(undefined),
  originallyPublishedAt: z.string().nullish().catch(undefined),
  isLive: z.boolean().catch(false),
  nsfw: z.boolean().catch(false),
  licence: Named,
  account: Person,
  channel: Person,
});
export type PeertubeRow = z.infer<typeof Row>;

const Found = z.object({ data: z.array(z.unknown()).pipe(lenientArray(Row)) });

export interface SearchPlace {
  readonly base: string;
  /** An instance also knows what others have; the index is for that. */
  readonly kind: 'index' | 'instance';
}

export async function searchVideos(
  context: Pick<RunContext, 'fetch'>,
  { base, kind }: SearchPlace,
  title: string,
): Promise<readonly PeertubeRow[]> {
  const { host } = new URL(base);
  const answer = await context.fetch(`${base}/api/v1/search/videos`, {
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
  const parsed = Found.safeParse(readJson(answer, `PeerTube at ${host}`));
  if (!parsed.success) throw new Error(`PeerTube at ${host} answered with an unknown shape`);
  return parsed.data.data.filter(({ isLive, nsfw }) => !isLive && !nsfw);
}

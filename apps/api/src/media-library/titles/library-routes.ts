import {
  checkLibraryTitles,
  getLibrarySummary,
  listLibraryCollections,
  listLibraryTitles,
  MAX_COLLECTIONS,
  listOwnSources,
  listSkippedFiles,
  MAX_SKIPPED_FILES,
  type SkippedFiles,
} from '@matinee/shared/contract/library';
import { listTitleFiles } from '@matinee/shared/contract/library-files';
import {
  listLibraryTitlesByHistory,
  type WatchedTitleIds,
} from '@matinee/shared/contract/library-history';
import { correctMatch } from '@matinee/shared/contract/library-match';
import { NotFoundError } from '@matinee/sources/source';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#http/api-error.ts';
import { route } from '#http/route.ts';
import { SANDBOX_HEADERS } from '#proxy/headers.ts';
import { playable, type LibraryTitles } from './library-titles.ts';
import type { OpenArtwork } from './artwork/artwork.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';

export interface LibraryRoutesOptions {
  readonly titles: LibraryTitles;
  readonly skippedFiles: () => SkippedFiles['files'];
  /** False until the first scan has finished. */
  readonly isComplete: () => boolean;
  /** Returns whether the request may see the operator's own sources. */
  readonly mayWatch: (request: FastifyRequest) => Promise<boolean>;
  /** Returns the titles that the account has watched, as `movie/289`. */
  readonly watchedBy: (request: FastifyRequest) => Promise<ReadonlySet<string>>;
  readonly isAdmin: (request: FastifyRequest) => Promise<boolean>;
  /** True if folders or media servers are left out because the stream relay is turned off. */
  readonly needsRelay: boolean;
}

const ArtworkParams = z.object({
  signature: z.string(),
  kind: z.enum(['movie', 'tv']),
  id: z.coerce.number().int(),
  picture: z.union([
    z
      .enum(['poster.jpg', 'backdrop.jpg'])
      .transform((name) => (name === 'poster.jpg' ? 'poster' : 'backdrop')),
    z
      .string()
      .regex(/^season-\d{1,4}\.jpg$/)
      .transform((name) => Number(name.slice('season-'.length, -'.jpg'.length))),
  ]),
});
const CopyParams = z.object({ signature: z.string(), name: z.string() });
/** A client that reads nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;
const EMPTY = {
  isComplete: true,
  counts: { movies: 0, shows: 0, videos: 0 },
  collections: 0,
  genres: [],
  decades: [],
  sources: [],
};

/** Routes of the operator's folders. Users who may not watch them see an empty library. */
export function libraryRoutes(options: LibraryRoutesOptions): FastifyPluginAsyncZod {
  const { titles, isComplete, mayWatch, watchedBy, isAdmin, skippedFiles, needsRelay } = options;
  return async (app) => {
    app.route({
      ...route(getLibrarySummary),
      handler: async (request) =>
        (await mayWatch(request))
          ? {
              ...titles.summary(),
              isComplete: isComplete(),
              pictures: titles.artwork.copiesFolder,
            }
          : EMPTY,
    });
    app.route({
      ...route(listLibraryTitles),
      handler: async (request) => {
        if (!(await mayWatch(request))) return { total: 0, titles: [] };
        const isByViewer = request.query.sort === 'unwatched';
        return titles.list(request.query, isByViewer ? await watchedBy(request) : new Set());
      },
    });
    app.route({
      ...route(listLibraryTitlesByHistory),
      handler: async (request) => {
        const { watched, ...query } = request.body;
        if (!(await mayWatch(request))) return { total: 0, titles: [] };
        return titles.list(query, keysOf(watched));
      },
    });
    app.route({
      ...route(listLibraryCollections),
      handler: async (request) => ({
        collections: (await mayWatch(request))
          ? titles.collections.all().slice(0, MAX_COLLECTIONS)
          : [],
      }),
    });
    app.route({
      ...route(checkLibraryTitles),
      handler: async (request) => ({
        titles: (await mayWatch(request)) ? playable(titles, request.body.titles) : [],
      }),
    });
    app.route({
      ...route(listTitleFiles),
      handler: async (request) => {
        if (!(await mayWatch(request))) return { files: [], extras: [] };
        const isForAdmin = await isAdmin(request);
        return await titles.filesOf({ ...request.query, isForAdmin }, request.signal);
      },
    });
    app.route({
      ...route(correctMatch),
      handler: ({ body, signal }) => titles.correct(body, signal),
    });
    app.route({
      ...route(listOwnSources),
      handler: () => ({ sources: titles.ownSources(), needsRelay }),
    });
    app.route({
      ...route(listSkippedFiles),
      handler: ({ query: { offset } }) => {
        const files = skippedFiles();
        const known = isComplete() ? ('complete' as const) : ('scanning' as const);
        const none = needsRelay ? ('needsRelay' as const) : ('off' as const);
        const state = titles.ownSources().length === 0 ? none : known;
        return {
          state,
          total: files.length,
          files: files.slice(offset, offset + MAX_SKIPPED_FILES),
        };
      },
    });
    addArtworkRoutes(app, titles.artwork);
  };
}

function addArtworkRoutes(app: FastifyInstance, artwork: LibraryTitles['artwork']): void {
  app.get('/library/pictures/:signature/:kind/:id/:picture', (request, reply) => {
    const params = ArtworkParams.safeParse(request.params);
    if (!params.success) throw notFound('There is no such picture.');
    return sendArtwork(request, reply, (options) => artwork.open(params.data, options));
  });
  app.get('/library/pictures/:signature/tmdb/:name', (request, reply) => {
    const { signature, name } = CopyParams.parse(request.params);
    return sendArtwork(request, reply, () => artwork.openCopy(signature, name));
  });
}

/** Returns titles as `movie/289`. */
const keysOf = ({ movies, shows }: WatchedTitleIds): ReadonlySet<string> =>
  new Set([...movies.map((id) => `movie/${id}`), ...shows.map((id) => `tv/${id}`)]);

async function sendArtwork(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (options: OpenOptions) => Promise<OpenArtwork>,
): Promise<FastifyReply> {
  const condition = request.headers['if-none-match'];
  const headers = condition === undefined ? {} : { 'if-none-match': condition };
  const { signal } = request;
  try {
    const found = await open({ method: 'GET', headers, signal });
    reply.raw.setTimeout(STALL_TIMEOUT_MS, () => reply.raw.destroy());
    const { etag, 'content-length': length } = found.headers;
    return await reply
      .code(found.status)
      .headers({
        ...SANDBOX_HEADERS,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=3600',
        ...(etag !== undefined && { etag }),
        ...(length !== undefined && { 'content-length': length }),
      })
      .type(found.type)
      .send(found.body);
  } catch (error) {
    if (error instanceof NotFoundError) throw notFound('There is no such picture.');
    throw error;
  }
}

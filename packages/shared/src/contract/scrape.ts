import { z } from 'zod';
import { parseCapabilities } from '../media/capabilities.ts';
import { Stream } from '../media/stream.ts';
import { endpoint } from './endpoint.ts';

/** The budget of `/scrape`, `/scrape/source` and `/scrape/embed` together. */
export const SCRAPE_BUDGET = { bucket: 'scrape', max: 120, seconds: 600 } as const;

const digits = z.string().regex(/^\d{1,20}$/);
const number = z.coerce.number().int().min(0).max(1_000_000);
const token = z.string().max(4_096).optional();
const id = z.string().max(200);
/** Matinee only: `true` runs the sources even if their result is cached, for a user who repeats a search. */
const fresh = z
  .string()
  .max(10)
  .transform((text) => text === 'true')
  .optional();

const title = {
  title: z.string().min(1).max(300),
  releaseYear: z.coerce.number().int().positive().max(9_999),
  tmdbId: digits,
  imdbId: z
    .string()
    .regex(/^tt\d{1,20}$/)
    .optional(),
  /** Matinee only: minutes. Other movie-web servers ignore it. */
  runtime: number.positive().optional(),
  /** Matinee only: the ID of a file in the server's own folders. */
  file: z.string().max(100).optional(),
  /** `jwt|…` or `turnstile|…`. */
  token,
  fresh,
  /**
   * Matinee only: words of `CAPABILITIES`, separated by commas. Unknown words are ignored. If missing, the server sends
   * formats that most browsers play.
   */
  capabilities: z.string().max(400).transform(parseCapabilities).optional(),
};

const movie = z.object({ ...title, type: z.literal('movie') });

const show = z.object({
  ...title,
  type: z.literal('show'),
  seasonNumber: number,
  seasonTmdbId: digits,
  episodeNumber: number,
  episodeTmdbId: digits,
  /** Matinee only. Some archives name episodes only by title. */
  episodeTitle: z.string().max(1_000).optional(),
});

/** IDs separated by commas. Unknown IDs are ignored. */
const ids = z
  .string()
  .max(4_000)
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  );

/** Matinee only: the user's preferences. Other movie-web servers ignore them. */
const preferences = {
  /** Preferred sources, in order. The others follow by rank. */
  sourceOrder: ids,
  disabledSources: ids,
};

/** The query of `GET /scrape`. All values are strings. */
export const ScrapeQuery = z.discriminatedUnion('type', [
  movie.extend(preferences),
  show.extend(preferences),
]);
export type ScrapeQuery = z.infer<typeof ScrapeQuery>;

export const ScrapeSourceQuery = z.discriminatedUnion('type', [
  movie.extend({ id }),
  show.extend({ id }),
]);
export type ScrapeSourceQuery = z.infer<typeof ScrapeSourceQuery>;

export const ScrapeEmbedQuery = z.object({
  id,
  /** Contains the encoded title. */
  url: z.string().max(8_000),
  token,
  fresh,
});
export type ScrapeEmbedQuery = z.infer<typeof ScrapeEmbedQuery>;

/** An error without its stack, which must not leave the server. */
export const ScrapeError = z.object({ name: z.string(), message: z.string() });
export type ScrapeError = z.infer<typeof ScrapeError>;

/** Matinee only: the reason why a source found nothing playable, as a code that clients translate. */
export const MissCause = z.object({
  code: z.enum([
    /** Browsers can't play the file's format. */
    'unplayableFile',
    /** Browsers can't play the streams of another service. */
    'unplayableStreams',
    'unreadableFile',
    /** The file may be another movie with the same name. */
    'uncertainFile',
    /** The first scan has not finished. */
    'scanning',
    /** No listed URL works. */
    'deadLink',
    'torrentsOnly',
  ]),
  /** `Matroska (.mkv)`, or a codec: `AC-3`. */
  format: z.string().max(60).optional(),
  /** The part of a file that has the codec. */
  part: z.enum(['video', 'audio']).optional(),
  /** The URL of the file, for another player. */
  url: z.string().max(8_000).optional(),
});
export type MissCause = z.infer<typeof MissCause>;

/** Newer servers may send other causes. */
const cause = MissCause.optional().catch(undefined);

const UpdateStatus = z.enum(['pending', 'success', 'notfound', 'failure']);

export const EmbedRef = z.object({ embedId: z.string(), url: z.string() });
export type EmbedRef = z.infer<typeof EmbedRef>;

/** The `reason` of a run that was aborted because of a better stream. The source may have the title. */
export const SKIPPED_FOR_SPEED = 'slower than another source';

const update = z.object({
  type: z.literal('update'),
  /** A source's ID, or an embed's `{sourceId}-{position}`. */
  id: z.string(),
  percentage: z.number(),
  status: UpdateStatus,
  reason: z.string().optional(),
  error: ScrapeError.optional(),
  cause,
});
export type UpdateEvent = z.infer<typeof update>;

const failed = ScrapeError.extend({ type: z.literal('error'), cause });

/** Events of a race. In SSE, `type` is the event name and the rest is its data. */
export const ScrapeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), sourceIds: z.array(z.string()) }),
  z.object({ type: z.literal('start'), id: z.string() }),
  update,
  z.object({
    type: z.literal('discoverEmbeds'),
    sourceId: z.string(),
    /** `id` is `{sourceId}-{position}`. */
    embeds: z.array(z.object({ id: z.string(), embedScraperId: z.string() })),
  }),
  /** Matinee only: the running sources, by rank. Other movie-web clients ignore the event. */
  z.object({ type: z.literal('race'), running: z.array(z.string()) }),
  z.object({
    type: z.literal('completed'),
    sourceId: z.string(),
    embedId: z.string().optional(),
    stream: Stream,
  }),
  z.object({ type: z.literal('noOutput') }),
  failed,
]);
export type ScrapeEvent = z.infer<typeof ScrapeEvent>;

export const SourceOutput = z.object({
  embeds: z.array(EmbedRef),
  stream: z.array(Stream).optional(),
});
export type SourceOutput = z.infer<typeof SourceOutput>;

export const EmbedOutput = z.object({ stream: z.array(Stream) });
export type EmbedOutput = z.infer<typeof EmbedOutput>;

/** Events of a single source: updates, then the result or an error. */
export const ScrapeSourceEvent = z.discriminatedUnion('type', [
  update,
  SourceOutput.extend({ type: z.literal('completed') }),
  failed,
]);
export type ScrapeSourceEvent = z.infer<typeof ScrapeSourceEvent>;

/** Events of a single embed. */
export const ScrapeEmbedEvent = z.discriminatedUnion('type', [
  update,
  EmbedOutput.extend({ type: z.literal('completed') }),
  failed,
]);
export type ScrapeEmbedEvent = z.infer<typeof ScrapeEmbedEvent>;

export const EmbedMeta = z.object({
  type: z.literal('embed'),
  id: z.string(),
  rank: z.number(),
  name: z.string(),
});
export type EmbedMeta = z.infer<typeof EmbedMeta>;

export const SourceMeta = z.object({
  type: z.literal('source'),
  id: z.string(),
  rank: z.number(),
  name: z.string(),
  mediaTypes: z.array(z.enum(['movie', 'show'])).optional(),
});
export type SourceMeta = z.infer<typeof SourceMeta>;

/** Returns all embeds, then all sources, each by rank, highest first. */
export const getMetadata = endpoint({
  method: 'GET',
  path: '/metadata',
  summary: "Lists this server's sources, best first.",
  access: 'public',
  reply: z.tuple([z.array(EmbedMeta), z.array(SourceMeta)]),
});

import { z } from 'zod';
import { Stream } from '../media/stream.ts';

const digits = z.string().regex(/^\d+$/);
const integer = z.coerce.number().int();

const title = {
  title: z.string().min(1),
  releaseYear: z.coerce.number().int().positive(),
  tmdbId: digits,
  imdbId: z
    .string()
    .regex(/^tt\d+$/)
    .optional(),
  /** Ours: minutes; relays of the family ignore it. */
  runtime: integer.positive().optional(),
  /** `jwt|…` or `turnstile|…`. */
  token: z.string().optional(),
};

const movie = z.object({ ...title, type: z.literal('movie') });

const show = z.object({
  ...title,
  type: z.literal('show'),
  seasonNumber: integer,
  seasonTmdbId: digits,
  episodeNumber: integer,
  episodeTmdbId: digits,
  /** Ours: some archives name episodes only by their title. */
  episodeTitle: z.string().optional(),
});

/** The query of `GET /scrape`: everything arrives as text. */
export const ScrapeQuery = z.discriminatedUnion('type', [movie, show]);
export type ScrapeQuery = z.infer<typeof ScrapeQuery>;

export const ScrapeSourceQuery = z.discriminatedUnion('type', [
  movie.extend({ id: z.string() }),
  show.extend({ id: z.string() }),
]);
export type ScrapeSourceQuery = z.infer<typeof ScrapeSourceQuery>;

export const ScrapeEmbedQuery = z.object({
  id: z.string(),
  url: z.string(),
  token: z.string().optional(),
});
export type ScrapeEmbedQuery = z.infer<typeof ScrapeEmbedQuery>;

/** Name and message only: stack traces never leave the server. */
export const ScrapeError = z.object({ name: z.string(), message: z.string() });
export type ScrapeError = z.infer<typeof ScrapeError>;

export const UpdateStatus = z.enum(['pending', 'success', 'notfound', 'failure']);
export type UpdateStatus = z.infer<typeof UpdateStatus>;

export const EmbedRef = z.object({ embedId: z.string(), url: z.string() });
export type EmbedRef = z.infer<typeof EmbedRef>;

/** What a run reports, wherever it runs. On the wire the `type` is the event's name and the rest its data. */
export const ScrapeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), sourceIds: z.array(z.string()) }),
  z.object({ type: z.literal('start'), id: z.string() }),
  z.object({
    type: z.literal('update'),
    id: z.string(),
    percentage: z.number(),
    status: UpdateStatus,
    reason: z.string().optional(),
    error: ScrapeError.optional(),
  }),
  z.object({
    type: z.literal('discoverEmbeds'),
    sourceId: z.string(),
    /** `id` is `{sourceId}-{position}`. */
    embeds: z.array(z.object({ id: z.string(), embedScraperId: z.string() })),
  }),
  /** Ours: who is being tried at this moment, in rank order; clients of the family ignore it. */
  z.object({ type: z.literal('race'), running: z.array(z.string()) }),
  z.object({
    type: z.literal('completed'),
    sourceId: z.string(),
    embedId: z.string().optional(),
    stream: Stream,
  }),
  z.object({ type: z.literal('noOutput') }),
  z.object({ type: z.literal('error'), name: z.string(), message: z.string() }),
]);
export type ScrapeEvent = z.infer<typeof ScrapeEvent>;

/** The result of running one source alone. */
export const SourceOutput = z.object({
  embeds: z.array(EmbedRef),
  stream: z.array(Stream).optional(),
});
export type SourceOutput = z.infer<typeof SourceOutput>;

/** The result of running one embed alone. */
export const EmbedOutput = z.object({ stream: z.array(Stream) });
export type EmbedOutput = z.infer<typeof EmbedOutput>;

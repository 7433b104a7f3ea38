// The shape of `__MW::progress`, as movie-web clients write it. Unknown fields are preserved. The schemas are lazy
// because the first page waits for this module.
import { z } from 'zod';

const WatchedPart = () => {
  const seconds = z.number().catch(0).default(0);
  return z.looseObject({ watched: seconds, duration: seconds });
};

const optionalText = () => z.string().optional().catch(undefined);
const type = () => z.enum(['movie', 'show']);
const number = () => z.number().optional().catch(undefined);

export const SeasonItem = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    number: z.number(),
    title: z.string().catch('').default(''),
  }),
);

export const EpisodeItem = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    number: z.number(),
    title: z.string().catch('').default(''),
    seasonId: z.string(),
    /** Milliseconds since 1970. */
    updatedAt: z.number().catch(0).default(0),
    progress: WatchedPart().prefault({}),
  }),
);
export type EpisodeItem = z.infer<typeof EpisodeItem>;

export const ProgressItem = z.lazy(() =>
  z.looseObject({
    title: z.string().catch('').default(''),
    year: number(),
    poster: optionalText(),
    type: type(),
    /** Movies only. */
    progress: WatchedPart().optional().catch(undefined),
    updatedAt: z.number().catch(0).default(0),
    seasons: z.record(z.string(), SeasonItem).default({}),
    episodes: z.record(z.string(), EpisodeItem).default({}),
  }),
);
export type ProgressItem = z.infer<typeof ProgressItem>;

/** A change that the account server has not received. */
export const ProgressChange = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    action: z.enum(['upsert', 'delete']),
    tmdbId: z.string(),
    title: optionalText(),
    year: number(),
    poster: optionalText(),
    type: type().optional().catch(undefined),
    progress: WatchedPart().optional().catch(undefined),
    episodeId: optionalText(),
    seasonId: optionalText(),
    episodeNumber: number(),
    seasonNumber: number(),
    /** Matinee's, in milliseconds since 1970; 0 from movie-web clients. */
    updatedAt: z.number().catch(0).default(0),
    /** Matinee's: the change is older than the account's use in this browser. */
    isImported: z.boolean().optional().catch(undefined),
  }),
);
export type ProgressChange = z.infer<typeof ProgressChange>;

export const ProgressState = z.lazy(() =>
  z.looseObject({
    /** Keyed by TMDB id. */
    items: z.record(z.string(), ProgressItem).default({}),
    updateQueue: z.array(ProgressChange).default([]),
  }),
);
export type ProgressState = z.infer<typeof ProgressState>;

export const NO_PROGRESS: ProgressState = { items: {}, updateQueue: [] };

const entries = () => z.record(z.string(), z.unknown()).catch({}).default({});
const Broken = z.lazy(() =>
  z.looseObject({
    items: entries(),
    updateQueue: z.array(z.unknown()).catch([]).default([]),
  }),
);
const BrokenItem = z.lazy(() => z.looseObject({ seasons: entries(), episodes: entries() }));

/** Drops only the unreadable titles and episodes. */
export function salvageProgress(state: unknown): unknown {
  const broken = Broken.safeParse(state);
  if (!broken.success) return {};
  const { items, updateQueue, ...rest } = broken.data;
  const repaired = Object.entries(items).map(([id, item]) => [id, salvageItem(item)]);
  return {
    ...rest,
    items: readable(Object.fromEntries(repaired), ProgressItem),
    updateQueue: updateQueue.filter((change) => ProgressChange.safeParse(change).success),
  };
}

function salvageItem(item: unknown): unknown {
  const broken = BrokenItem.safeParse(item);
  if (!broken.success) return item;
  const { seasons, episodes, ...rest } = broken.data;
  return {
    ...rest,
    seasons: readable(seasons, SeasonItem),
    episodes: readable(episodes, EpisodeItem),
  };
}

function readable(values: Readonly<Record<string, unknown>>, schema: z.ZodType): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => schema.safeParse(value).success),
  );
}

import { z } from 'zod';
import { addToLibrary } from '#data/user-data/import-into-library.ts';
import { BookmarkItem } from '#data/user-data/bookmark-schema.ts';
import { findTitle, findSeason } from './find-title.ts';
import type { LegacyStore } from './legacy-store.ts';
import { mergeItems } from '#data/user-data/progress-items.ts';
import { ProgressItem } from '#data/user-data/progress-schema.ts';

const Kind = z.enum(['movie', 'series', 'anime']);

/** `1959-10-02`, `1959`, 1959 or missing. */
const Year = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((year) => {
    const number = Number.parseInt(String(year ?? ''), 10);
    return Number.isNaN(number) ? undefined : number;
  });

/** Versions with metadata. */
const OldMeta = z.looseObject({
  title: z.string(),
  id: z.union([z.string(), z.number()]).transform(String).catch('').default(''),
  year: Year,
  poster: z.string().optional().catch(undefined),
  type: Kind,
});
type OldMeta = z.infer<typeof OldMeta>;

/** The first versions. */
const OldMedia = z.looseObject({
  mediaId: z.union([z.string(), z.number()]).transform(String),
  mediaType: Kind,
  title: z.string(),
  year: Year,
});

/** Dates old entries before all new ones and preserves their order. */
const LONG_AGO = Date.UTC(2022, 0, 1);
const longAgo = (index: number): number => LONG_AGO + index;

/** Drops only the invalid entries. */
function readable<T>(schema: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((all) => all.flatMap((one) => schema.safeParse(one).data ?? []));
}

const FirstBookmarks = z.object({ bookmarks: readable(OldMedia) });
const BookmarksWithMeta = z.object({ bookmarks: readable(OldMeta) });

export const legacyBookmarks: LegacyStore = {
  key: 'mw-bookmarks',
  steps: [bookmarksWithMeta, findBookmarks, importBookmarks],
  empty: { bookmarks: [] },
};

function bookmarksWithMeta(data: unknown): object {
  const unique = new Map(
    FirstBookmarks.parse(data).bookmarks.map((media) => [media.mediaId, media]),
  );
  const bookmarks = [...unique.values()].map(({ title, year, mediaType }) => ({
    title,
    year,
    type: mediaType,
  }));
  return { bookmarks };
}

/** Titles that cannot be found stay in the backup. Anime does too, because current clients do not support it. */
async function findBookmarks(data: unknown, signal: AbortSignal): Promise<object> {
  const bookmarks: object[] = [];
  for (const meta of BookmarksWithMeta.parse(data).bookmarks) {
    if (meta.type === 'anime') continue;
    const type = meta.type === 'movie' ? 'movie' : 'show';
    const found = await findTitle({ title: meta.title, year: meta.year, type }, signal);
    if (!found) continue;
    bookmarks.push({ ...meta, id: found.tmdbId, poster: meta.poster ?? found.poster });
  }
  return { bookmarks };
}

function importBookmarks(data: unknown): object {
  const known = BookmarksWithMeta.parse(data).bookmarks.filter(
    ({ type, id }) => type !== 'anime' && id,
  );
  const bookmarks = Object.fromEntries(
    known.map(({ id, title, year, poster, type }, index) => [
      id,
      BookmarkItem.parse({
        title,
        year,
        poster,
        type: type === 'movie' ? 'movie' : 'show',
        updatedAt: longAgo(index),
      }),
    ]),
  );
  addToLibrary({ bookmarks });
  return { bookmarks: [] };
}

const number = z.number().finite().catch(0).default(0);

const FirstProgress = z.object({
  items: readable(
    OldMedia.extend({
      progress: number,
      percentage: number,
      seasonId: z.number().optional(),
      episodeId: z.number().optional(),
    }),
  ),
});

const part = z.union([z.string(), z.number()]).transform(String).catch('').default('');
const Item = z.object({
  item: z.object({
    meta: OldMeta,
    series: z
      .object({ episodeId: part, seasonId: part, episode: z.number(), season: z.number() })
      .optional(),
  }),
  progress: number,
  percentage: number,
  /** Milliseconds since 1970. */
  watchedAt: number,
});
type Item = z.infer<typeof Item>;
const ProgressWithMeta = z.object({ items: readable(Item) });

export const legacyProgress: LegacyStore = {
  key: 'video-progress',
  // Version 0 has no readable form.
  steps: [() => ({ items: [] }), progressWithMeta, findItems, importProgress],
  empty: { items: [] },
};

/** The last entry is the last watched episode. */
function progressWithMeta(data: unknown): object {
  const items = FirstProgress.parse(data).items.map((old, index) => {
    const { title, year, mediaType: type, progress, percentage, seasonId, episodeId } = old;
    const isEpisode = seasonId !== undefined && episodeId !== undefined;
    const later = isEpisode ? seasonId * 1000 + episodeId : 0;
    const series = isEpisode ? { series: { episode: episodeId, season: seasonId } } : {};
    const item = { meta: { title, year, type }, ...series };
    return { item, progress, percentage, watchedAt: longAgo(index) + later };
  });
  return { items };
}

async function findItems(data: unknown, signal: AbortSignal): Promise<object> {
  const items: object[] = [];
  for (const old of ProgressWithMeta.parse(data).items) {
    const found = await findItem(old, signal);
    if (found) items.push(found);
  }
  return { items };
}

async function findItem(old: Item, signal: AbortSignal): Promise<object | undefined> {
  const { meta, series } = old.item;
  if (meta.type === 'anime' || (meta.type === 'series' && !series)) return undefined;
  const type = meta.type === 'movie' ? 'movie' : 'show';
  const title = await findTitle({ title: meta.title, year: meta.year, type }, signal);
  if (!title) return undefined;
  const newMeta = { ...meta, id: title.tmdbId, poster: meta.poster ?? title.poster };
  if (!series || type === 'movie') return { ...old, item: { meta: newMeta } };
  const season = await findSeason(title.tmdbId, series.season, signal);
  const episode = season?.episodes.find(({ episode_number: nth }) => nth === series.episode);
  if (!season || !episode) return undefined;
  const ids = { seasonId: String(season.id), episodeId: String(episode.id) };
  return { ...old, item: { meta: newMeta, series: { ...series, ...ids } } };
}

function importProgress(data: unknown): object {
  const items: Record<string, ProgressItem> = {};
  for (const old of ProgressWithMeta.parse(data).items) {
    const { id, type } = old.item.meta;
    if (id === '' || type === 'anime') continue;
    const item = itemOf(old);
    items[id] = items[id] ? mergeItems(items[id], item) : item;
  }
  addToLibrary({ items });
  return { items: [] };
}

function itemOf({ item: { meta, series }, progress: watched, percentage, watchedAt }: Item) {
  // Without enough progress, the duration cannot be computed.
  const duration = percentage > 0 ? (100 / percentage) * watched : 0;
  const { title, year, poster } = meta;
  const progress = { watched, duration };
  const head = { title, year, poster, updatedAt: watchedAt };
  if (meta.type === 'movie' || !series)
    return ProgressItem.parse({ ...head, type: 'movie', progress });
  const { seasonId, episodeId, season, episode } = series;
  return ProgressItem.parse({
    ...head,
    type: 'show',
    seasons: { [seasonId]: { id: seasonId, number: season, title: '' } },
    episodes: {
      [episodeId]: { id: episodeId, number: episode, seasonId, updatedAt: watchedAt, progress },
    },
  });
}

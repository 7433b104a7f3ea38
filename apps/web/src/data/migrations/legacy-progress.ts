import { z } from 'zod';
import { addToLibrary } from '#data/user-data/import-into-library.ts';
import { mergeItems } from '#data/user-data/progress-merge.ts';
import { ProgressItem } from '#data/user-data/progress-schema.ts';
import { findSeason, findTitle } from './find-title.ts';
import type { LegacyStore } from './legacy-store.ts';
import { longAgo, OldMedia, OldMeta, readable } from './legacy-media.ts';

const number = z.number().finite().catch(0).default(0);

const First = z.object({
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
const WithMeta = z.object({ items: readable(Item) });

export const legacyProgress: LegacyStore = {
  key: 'video-progress',
  // Version 0 has no readable form.
  steps: [() => ({ items: [] }), withMeta, withTmdbIds, intoLibrary],
  empty: { items: [] },
};

/** The last entry is the last watched episode. */
function withMeta(data: unknown): object {
  const items = First.parse(data).items.map((old, index) => {
    const { title, year, mediaType: type, progress, percentage, seasonId, episodeId } = old;
    const isEpisode = seasonId !== undefined && episodeId !== undefined;
    const later = isEpisode ? seasonId * 1000 + episodeId : 0;
    const series = isEpisode ? { series: { episode: episodeId, season: seasonId } } : {};
    const item = { meta: { title, year, type }, ...series };
    return { item, progress, percentage, watchedAt: longAgo(index) + later };
  });
  return { items };
}

async function withTmdbIds(data: unknown, signal: AbortSignal): Promise<object> {
  const items: object[] = [];
  for (const old of WithMeta.parse(data).items) {
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

function intoLibrary(data: unknown): object {
  const items: Record<string, ProgressItem> = {};
  for (const old of WithMeta.parse(data).items) {
    const { id, type } = old.item.meta;
    if (id === '' || type === 'anime') continue;
    const item = itemOf(old);
    items[id] = items[id] ? mergeItems(items[id], item) : item;
  }
  addToLibrary({ items });
  return { items: [] };
}

function itemOf({ item: { meta, series }, progress: watched, percentage, watchedAt }: Item) {
  // Without enough progress the duration cannot be computed.
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

// The title of a watch page: its path, and its names on screen.
import type { MediaType } from '@matinee/shared/media/media';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { TFunction } from 'i18next';
import { yearText } from '#i18n/formats.ts';

/** The parameters of a watch page's path. */
export interface WatchRoute {
  readonly slug: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export interface TitleRef {
  readonly type: MediaType;
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

/** True if the path names exactly the movie or episode. */
export function isCanonical(route: WatchRoute, meta: PlaybackMeta): boolean {
  const { seasonId, episodeId } = canonicalRoute(route.slug, meta);
  return route.seasonId === seasonId && route.episodeId === episodeId;
}

/** Keeps the given slug. */
export function canonicalRoute(slug: string, meta: PlaybackMeta): WatchRoute {
  return meta.type === 'movie'
    ? { slug }
    : { slug, seasonId: meta.season.tmdbId, episodeId: meta.episode.tmdbId };
}

export function routePath({ slug, seasonId, episodeId }: WatchRoute): string {
  return ['/media', ...[slug, seasonId, episodeId].filter((part) => part !== undefined)]
    .map((part, position) => (position === 0 ? part : encodeURIComponent(part)))
    .join('/');
}

export function isSameRoute(a: WatchRoute, b: WatchRoute): boolean {
  return a.slug === b.slug && a.seasonId === b.seasonId && a.episodeId === b.episodeId;
}

/** Parses a path like the router does; undefined for pages other than titles. */
export function parseRoute(path: string): WatchRoute | undefined {
  const [root, slug, seasonId, episodeId, ...more] = path.split('/').filter((part) => part !== '');
  if (root !== 'media' || slug === undefined || more.length > 0) return undefined;
  try {
    const [first, ...ids] = [slug, seasonId, episodeId].map(
      (part) => part && decodeURIComponent(part),
    );
    return first === undefined ? undefined : { slug: first, seasonId: ids[0], episodeId: ids[1] };
  } catch {
    return undefined;
  }
}

const START_TIME = /^\d+(:\d+)*$/;
const MAX_MINUTES_OR_SECONDS = 59;

/** Seconds of a `t` parameter such as `192`, `3:30` or `1:30:02`; undefined if invalid. */
export function parseStartTime(text: string | null): number | undefined {
  if (text === null || !START_TIME.test(text)) return undefined;
  const [seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).toReversed();
  const cappedMinutes = Math.min(minutes, MAX_MINUTES_OR_SECONDS);
  const cappedSeconds = cappedMinutes > 0 ? Math.min(seconds, MAX_MINUTES_OR_SECONDS) : seconds;
  const total = hours * 3600 + cappedMinutes * 60 + cappedSeconds;
  return Number.isSafeInteger(total) ? total : undefined;
}

/** Title of the browser tab. */
export function pageTitle(meta: PlaybackMeta, t: TFunction): string {
  const label = episodeLabel(meta, t);
  return label === undefined ? meta.title : `${meta.title} - ${label}`;
}

/** Names the title that the sources were searched for, and the episode of a show: `Pioneer One · S1 E3`. */
export const searchedName = (meta: PlaybackMeta, t: TFunction): string =>
  [meta.title, episodeLabel(meta, t)].filter(Boolean).join(' · ');

/** `S1 E3`, like the badge on cards. */
function episodeLabel(meta: PlaybackMeta, t: TFunction): string | undefined {
  if (meta.type === 'movie') return undefined;
  const { season, episode } = meta;
  return t(($) => $.media.episodeDisplay, { season: season.number, episode: episode.number });
}

/** Below the title in the player: `S1 E3 · The Third One`. */
export function subtitle(meta: PlaybackMeta, t: TFunction, language: string): string | undefined {
  if (meta.type === 'movie')
    return meta.releaseYear > 0 ? yearText(meta.releaseYear, language) : undefined;
  return [episodeLabel(meta, t), meta.episode.title].filter(Boolean).join(' · ');
}

// Converts the manifest's entries to titles of the library.
import { FIRST_LOCAL_ID } from '@matinee/shared/media/media';
import type { Quality } from '@matinee/shared/media/stream';
import type { ManifestEntry } from '@matinee/sources/sources/manifest/read-manifest';
import type { FoundItem } from '#media-library/titles/indexers/item-indexer.ts';
import { parsedTitle } from '#media-library/titles/index/parsed-title.ts';

const LINES: Readonly<Record<Quality, number>> = {
  '4k': 2160,
  '1080': 1080,
  '720': 720,
  '480': 480,
  '360': 360,
  unknown: 0,
};

export function libraryItem({
  key,
  type,
  ids,
  title,
  year,
  number,
  qualities,
}: ManifestEntry): FoundItem {
  const { tmdbId, imdbId } = ids;
  const isTmdbId = tmdbId !== undefined && Number(tmdbId) < FIRST_LOCAL_ID;
  const claim = {
    // An ID serves as the name until TMDB's is known.
    titles: [title ?? imdbId ?? `TMDB ${tmdbId}`],
    ...(year !== undefined && year >= 1850 && year <= 2200 && { year }),
    ids: {
      ...(isTmdbId && { tmdb: String(tmdbId) }),
      ...(imdbId !== undefined && { imdb: imdbId }),
    },
  };
  const lines = Math.max(...qualities.map((quality) => LINES[quality]));
  return {
    path: key,
    size: undefined,
    modifiedAt: undefined,
    title: parsedTitle({ kind: type === 'movie' ? 'movie' : 'episode', claim }, `manifest/${key}`),
    season: number?.season ?? null,
    episodes: number === undefined ? [] : [number.episode],
    episodeName: null,
    height: lines === 0 ? null : lines,
    isPlayable: true,
    extra: null,
    texts: title === undefined ? undefined : {},
  };
}

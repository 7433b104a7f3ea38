import { z } from 'zod';
import { addToLibrary } from '#data/user-data/import-into-library.ts';
import { BookmarkItem } from '#data/user-data/bookmark-schema.ts';
import { findTitle } from './find-title.ts';
import type { LegacyStore } from './legacy-store.ts';
import { longAgo, OldMedia, OldMeta, readable } from './legacy-media.ts';

const First = z.object({ bookmarks: readable(OldMedia) });
const WithMeta = z.object({ bookmarks: readable(OldMeta) });

export const legacyBookmarks: LegacyStore = {
  key: 'mw-bookmarks',
  steps: [withMeta, withTmdbIds, intoLibrary],
  empty: { bookmarks: [] },
};

function withMeta(data: unknown): object {
  const unique = new Map(First.parse(data).bookmarks.map((media) => [media.mediaId, media]));
  const bookmarks = [...unique.values()].map(({ title, year, mediaType }) => ({
    title,
    year,
    type: mediaType,
  }));
  return { bookmarks };
}

/** Titles that cannot be found, and anime, which current clients lack, stay in the backup. */
async function withTmdbIds(data: unknown, signal: AbortSignal): Promise<object> {
  const bookmarks: object[] = [];
  for (const meta of WithMeta.parse(data).bookmarks) {
    if (meta.type === 'anime') continue;
    const type = meta.type === 'movie' ? 'movie' : 'show';
    const found = await findTitle({ title: meta.title, year: meta.year, type }, signal);
    if (!found) continue;
    bookmarks.push({ ...meta, id: found.tmdbId, poster: meta.poster ?? found.poster });
  }
  return { bookmarks };
}

function intoLibrary(data: unknown): object {
  const known = WithMeta.parse(data).bookmarks.filter(({ type, id }) => type !== 'anime' && id);
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

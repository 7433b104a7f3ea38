import type { Page } from '@playwright/test';

/** A library stored by earlier visits. Set before the first page is opened. */
export interface StoredLibrary {
  readonly bookmarks?: Readonly<Record<string, StoredTitle>>;
  readonly progress?: Readonly<Record<string, StoredProgress>>;
}

interface StoredTitle {
  readonly title: string;
  readonly type: 'movie' | 'show';
  readonly year?: number;
  readonly poster?: string;
  readonly updatedAt: number;
}

interface StoredProgress extends StoredTitle {
  readonly progress?: { readonly watched: number; readonly duration: number };
  readonly seasons: object;
  readonly episodes: object;
}

/** Only into an empty storage: changes of a journey survive its reloads. */
export async function storeLibrary(
  page: Page,
  { bookmarks, progress }: StoredLibrary,
): Promise<void> {
  const entries = [
    ['__MW::bookmarks', bookmarks && { bookmarks, updateQueue: [] }],
    ['__MW::progress', progress && { items: progress, updateQueue: [] }],
  ] as const;
  const texts = entries.flatMap(([key, state]) =>
    state ? [[key, JSON.stringify({ state, version: 0 })] as const] : [],
  );
  await page.addInitScript((kept) => {
    for (const [key, text] of kept)
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, texts);
}

/** Movies that exist only in this list. */
export function manyBookmarks(count: number): Readonly<Record<string, StoredTitle>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      String(700_000 + index),
      { title: `Film ${index + 1}`, type: 'movie', year: 1950, updatedAt: count - index } as const,
    ]),
  );
}

export function startedMovie(title: string, updatedAt: number): StoredProgress {
  return {
    title,
    type: 'movie',
    year: 1963,
    updatedAt,
    seasons: {},
    episodes: {},
    progress: { watched: 600, duration: 6_000 },
  };
}

export const STARTED_SERIES: StoredProgress = {
  title: 'The Beverly Hillbillies',
  type: 'show',
  year: 1962,
  updatedAt: 50,
  seasons: { '930110': { id: '930110', number: 1, title: 'Season 1' } },
  episodes: {
    '930112': {
      id: '930112',
      number: 2,
      title: 'Getting Settled',
      seasonId: '930110',
      updatedAt: 50,
      progress: { watched: 300, duration: 1_500 },
    },
  },
};

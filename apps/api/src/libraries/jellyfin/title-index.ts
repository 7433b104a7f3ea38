// Which items of a media server are which titles. It cannot be asked for a provider's id, so all of it is read through.
import {
  askServer,
  nameOf,
  type Ask,
  type MediaServer,
} from '@matinee/sources/sources/jellyfin/media-server';
import {
  isWanted,
  parseItems,
  titleType,
  tmdbIdOf,
  type ItemIds,
  type ItemPage,
  type LibraryItem,
  type WantedIds,
} from '@matinee/sources/sources/jellyfin/items';

export interface TitleIndex {
  /** How many titles it knows. */
  readonly size: number;
  readonly find: (wanted: WantedIds) => readonly string[];
}

export interface ReadOptions {
  readonly server: MediaServer;
  readonly ask: Ask;
  readonly warn: (message: string) => void;
  readonly mostTitles?: number;
}

/** Large enough for few requests, small enough for the server to answer in seconds. */
const PAGE_SIZE = 500;
const PAGE_LIMIT_MS = 60_000;
const MOST_TITLES = 100_000;

export async function readIndex(options: ReadOptions): Promise<TitleIndex> {
  const { server, warn, mostTitles = MOST_TITLES } = options;
  const index = createIndex();
  let at = 0;
  let firstOfLast: string | undefined;
  for (;;) {
    const page = await readPage(options, at);
    const [first] = page.items;
    // A server that knows no pages answers with the same one for ever.
    if (page.length === 0 || (first && first.id === firstOfLast)) break;
    for (const item of page.items) index.add(item);
    firstOfLast = first?.id;
    at += page.length;
    if (at >= (page.total ?? Number.POSITIVE_INFINITY)) break;
    if (at < mostTitles) continue;
    warn(`${nameOf(server)} has more than ${mostTitles} titles; the rest is found by name only.`);
    break;
  }
  return index;
}

async function readPage({ server, ask }: ReadOptions, startIndex: number): Promise<ItemPage> {
  const json = await askServer(ask, server, '/Items', {
    query: {
      includeItemTypes: 'Movie,Series',
      recursive: 'true',
      fields: 'ProviderIds',
      enableImages: 'false',
      enableUserData: 'false',
      sortBy: 'DateCreated,SortName',
      sortOrder: 'Ascending',
      startIndex,
      limit: PAGE_SIZE,
    },
    timeoutMs: PAGE_LIMIT_MS,
  });
  return parseItems(json, nameOf(server));
}

interface Entry extends ItemIds {
  readonly id: string;
}

function createIndex(): TitleIndex & { readonly add: (item: LibraryItem) => void } {
  const known = new Map<string, Entry[]>();
  const ids = new Set<string>();
  return {
    get size() {
      return ids.size;
    },
    add: (item) => {
      const { id, type, tmdbId, imdbId } = item;
      if (!titleType(item) || ids.has(id)) return;
      const keys = keysOf({ tmdbId, imdbId });
      if (keys.length > 0) ids.add(id);
      for (const key of keys) {
        const entries = known.get(key);
        if (entries) entries.push({ id, type, tmdbId, imdbId });
        else known.set(key, [{ id, type, tmdbId, imdbId }]);
      }
    },
    find: (wanted) => {
      const entries = keysOf({ tmdbId: tmdbIdOf(wanted), imdbId: wanted.imdbId }).flatMap(
        (key) => known.get(key) ?? [],
      );
      return [...new Set(entries.filter((it) => isWanted(it, wanted)).map(({ id }) => id))];
    },
  };
}

function keysOf({ tmdbId, imdbId }: Pick<ItemIds, 'tmdbId' | 'imdbId'>): string[] {
  return [tmdbId, imdbId].filter((id) => id !== undefined);
}

import { FIRST_LOCAL_ID, type ScrapeMedia } from '@matinee/shared/media/media';
import { z } from 'zod';

/** What an index is asked for. */
export type WantedIds = Pick<ScrapeMedia, 'type' | 'tmdbId' | 'imdbId'>;

const Whole = z.number().int().nullish();
/** Servers write the names in more than one case. */
const ProviderIds = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((ids) => {
    const known = new Map(
      Object.entries(ids ?? {}).map(([name, id]) => [name.toLowerCase(), String(id).trim()]),
    );
    return {
      tmdbId: /^\d+$/.exec(known.get('tmdb') ?? '')?.[0],
      imdbId: /^tt\d+$/i.exec(known.get('imdb') ?? '')?.[0].toLowerCase(),
    };
  });

export const ItemId = z.string().regex(/^[\w-]{1,64}$/);

const Item = z
  .object({
    Id: ItemId,
    Type: z.string(),
    ProviderIds,
    ParentIndexNumber: Whole,
    IndexNumber: Whole,
    IndexNumberEnd: Whole,
    LocationType: z.string().nullish(),
  })
  .transform((item) => ({
    id: item.Id,
    type: item.Type,
    ...item.ProviderIds,
    season: item.ParentIndexNumber ?? undefined,
    episode: item.IndexNumber ?? undefined,
    /** A file may hold several episodes. */
    lastEpisode: item.IndexNumberEnd ?? item.IndexNumber ?? undefined,
    /** Episodes that the server only knows of are virtual. */
    isThere: item.LocationType !== 'Virtual',
  }));
export type LibraryItem = z.infer<typeof Item>;

const Page = z.object({ Items: z.array(z.unknown()), TotalRecordCount: z.number().nullish() });

export interface ItemPage {
  readonly items: readonly LibraryItem[];
  /** How many rows it had, also those that are of no use. */
  readonly length: number;
  readonly total: number | undefined;
}

export function parseItems(json: unknown, server: string): ItemPage {
  const { data } = Page.safeParse(json);
  if (!data) throw new Error(`${server} answered with an unknown shape`);
  return {
    items: data.Items.flatMap((row) => Item.safeParse(row).data ?? []),
    length: data.Items.length,
    total: data.TotalRecordCount ?? undefined,
  };
}

const TYPES = { Movie: 'movie', Series: 'show' } as const;

export type ItemIds = Pick<LibraryItem, 'type' | 'tmdbId' | 'imdbId'>;

export function titleType({ type }: Pick<LibraryItem, 'type'>): ScrapeMedia['type'] | undefined {
  return type === 'Movie' || type === 'Series' ? TYPES[type] : undefined;
}

/** Servers ignore filters that they do not know, so every row is looked at. TMDB's id decides where there is one. */
export function isWanted(item: ItemIds, wanted: WantedIds): boolean {
  if (titleType(item) !== wanted.type) return false;
  const tmdbId = tmdbIdOf(wanted);
  if (item.tmdbId !== undefined && tmdbId !== undefined) return item.tmdbId === tmdbId;
  return item.imdbId !== undefined && item.imdbId === wanted.imdbId;
}

export function tmdbIdOf({ tmdbId }: WantedIds): string | undefined {
  return Number(tmdbId) < FIRST_LOCAL_ID ? tmdbId : undefined;
}

/** What the server side keeps of a media server, since that cannot be asked for a provider's id. */
export interface JellyfinLibrary {
  /** The items that are this title; undefined while nothing is known yet. */
  readonly find: (wanted: WantedIds) => readonly string[] | undefined;
  /** What it said is out of date, or may be. */
  readonly missed: () => void;
}

/** The playlist of one version of an item, with all its audio tracks; the server side makes it when it is opened. */
export interface PlaylistRef {
  readonly itemId: string;
  readonly mediaSourceId: string;
}

export function playlistAddress(prefix: string, { itemId, mediaSourceId }: PlaylistRef): string {
  return `${prefix}${itemId}/${mediaSourceId}.m3u8`;
}

export function parsePlaylistAddress(prefix: string, address: string): PlaylistRef | undefined {
  const [, itemId, mediaSourceId] =
    /^([\w-]+)\/([\w-]+)\.m3u8$/.exec(address.slice(prefix.length)) ?? [];
  if (!address.startsWith(prefix) || itemId === undefined || mediaSourceId === undefined) return;
  return { itemId, mediaSourceId };
}

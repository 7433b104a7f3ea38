import {
  capabilitiesText,
  parseCapabilities,
  type Capabilities,
} from '@matinee/shared/media/capabilities';
import { FIRST_LOCAL_ID, type ScrapeMedia } from '@matinee/shared/media/media';
import { z } from 'zod';

/** The keys of the index. */
export type TitleKeys = Pick<ScrapeMedia, 'type' | 'tmdbId' | 'imdbId'>;

const Integer = z.number().int().nullish();
/** Servers vary the case of the names. */
const ProviderIds = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((ids) => {
    const known = new Map(
      Object.entries(ids ?? {}).map(([name, id]) => [name.toLowerCase(), String(id).trim()]),
    );
    return {
      tmdbId: /^\d{1,9}$/.exec(known.get('tmdb') ?? '')?.[0],
      imdbId: /^tt\d{1,10}$/i.exec(known.get('imdb') ?? '')?.[0].toLowerCase(),
    };
  });

export const ItemId = z.string().regex(/^[\w-]{1,64}$/);

/** Treats values of other types as missing. */
const Text = z.string().optional().catch(undefined);
const Num = z.number().optional().catch(undefined);
const ImageTag = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

const Item = z
  .object({
    Id: ItemId,
    Type: z.string(),
    ProviderIds,
    ParentIndexNumber: Integer,
    IndexNumber: Integer,
    IndexNumberEnd: Integer,
    LocationType: z.string().nullish(),
    Name: Text,
    OriginalTitle: Text,
    Overview: Text,
    ProductionYear: Num,
    CommunityRating: Num,
    Genres: z.array(z.string()).nullish().catch(null),
    RunTimeTicks: Num,
    DateCreated: Text,
    Width: Num,
    Height: Num,
    SeriesId: ItemId.optional().catch(undefined),
    ImageTags: z.object({ Primary: ImageTag }).nullish().catch(null),
    BackdropImageTags: z.array(ImageTag).nullish().catch(null),
  })
  .transform((item) => ({
    id: item.Id,
    type: item.Type,
    ...item.ProviderIds,
    season: item.ParentIndexNumber ?? undefined,
    /** The number of the episode, or of the season itself. */
    episode: item.IndexNumber ?? undefined,
    /** Differs from `episode` in files with several episodes. */
    lastEpisode: item.IndexNumberEnd ?? item.IndexNumber ?? undefined,
    /** Virtual episodes have no file. */
    hasFile: item.LocationType !== 'Virtual',
    name: item.Name,
    originalName: item.OriginalTitle,
    overview: item.Overview,
    year: item.ProductionYear,
    /** 0 to 10. */
    rating: item.CommunityRating,
    /** Names in the server's language. */
    genres: item.Genres ?? [],
    ticks: item.RunTimeTicks,
    /** ISO 8601. */
    addedAt: item.DateCreated,
    width: item.Width,
    height: item.Height,
    seriesId: item.SeriesId,
    /** Tags change with the pictures. */
    posterTag: item.ImageTags?.Primary,
    backdropTag: item.BackdropImageTags?.[0],
  }));
export type LibraryItem = z.infer<typeof Item>;

const Page = z.object({ Items: z.array(z.unknown()), TotalRecordCount: z.number().nullish() });

export interface ItemPage {
  readonly items: readonly LibraryItem[];
  /** The number of rows in the page, including invalid ones. */
  readonly length: number;
  readonly total: number | undefined;
}

export function parseItems(json: unknown, server: string): ItemPage {
  const { data } = Page.safeParse(json);
  if (!data) throw new Error(`${server} sent an unexpected response`);
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

/** Checks each row, because servers ignore unknown filters. The TMDB ID decides if both have one. */
export function matchesKeys(item: ItemIds, wanted: TitleKeys): boolean {
  if (titleType(item) !== wanted.type) return false;
  const tmdbId = tmdbIdOf(wanted);
  if (item.tmdbId !== undefined && tmdbId !== undefined) return item.tmdbId === tmdbId;
  return item.imdbId !== undefined && item.imdbId === wanted.imdbId;
}

export function tmdbIdOf({ tmdbId }: TitleKeys): string | undefined {
  return Number(tmdbId) < FIRST_LOCAL_ID ? tmdbId : undefined;
}

/** This server's index of a media server, which can't be searched by provider ID. */
export interface JellyfinLibrary {
  /** Returns the IDs of matching items. Undefined until the index is loaded. */
  readonly find: (wanted: TitleKeys) => readonly string[] | undefined;
  /** Returns the IDs of the movie's or the episode's items in this server's list of titles. */
  readonly itemsOf: (media: ScrapeMedia) => readonly string[];
  /** Reports that the index may be out of date. */
  readonly missed: () => void;
}

/** Identifies the playlist of one version of an item, which the server generates with all audio tracks. */
interface PlaylistRef {
  readonly itemId: string;
  readonly mediaSourceId: string;
  /** The capabilities of the viewer's browser. */
  readonly capabilities: Capabilities | undefined;
}

export function playlistAddress(
  prefix: string,
  { itemId, mediaSourceId, capabilities }: PlaylistRef,
): string {
  const folder = capabilities ? `/${capabilitiesText(capabilities)}` : '';
  return `${prefix}${itemId}/${mediaSourceId}${folder}.m3u8`;
}

/** Returns the URL of an item's chapters and segments, which the server collects from several responses. */
export const timelineAddress = (prefix: string, itemId: string): string =>
  `${prefix}${itemId}/timeline.json`;

/** Identifies the seek bar images of one version of an item. */
export interface ImagesRef {
  readonly itemId: string;
  readonly mediaSourceId: string;
}

export const imagesAddress = (prefix: string, { itemId, mediaSourceId }: ImagesRef): string =>
  `${prefix}${itemId}/${mediaSourceId}/trickplay/tiles.m3u8`;

export function parseImagesAddress(prefix: string, address: string): ImagesRef | undefined {
  if (!address.startsWith(prefix)) return undefined;
  const [, itemId, mediaSourceId] =
    /^([\w-]+)\/([\w-]+)\/trickplay\/tiles\.m3u8$/.exec(address.slice(prefix.length)) ?? [];
  return itemId === undefined || mediaSourceId === undefined
    ? undefined
    : { itemId, mediaSourceId };
}

/** Identifies one version of an item as a file, for another player. */
export interface FileRef {
  readonly itemId: string;
  readonly mediaSourceId: string;
  /** `mkv`. The server ignores it. */
  readonly ending: string;
}

export const linkAddress = (prefix: string, { itemId, mediaSourceId, ending }: FileRef): string =>
  `${prefix}${itemId}/${mediaSourceId}/file.${ending}`;

export function parseLinkAddress(prefix: string, address: string): FileRef | undefined {
  if (!address.startsWith(prefix)) return undefined;
  const [, itemId, mediaSourceId, ending] =
    /^([\w-]+)\/([\w-]+)\/file\.([a-z\d]+)$/.exec(address.slice(prefix.length)) ?? [];
  return itemId === undefined || mediaSourceId === undefined || ending === undefined
    ? undefined
    : { itemId, mediaSourceId, ending };
}

/** Returns the item's ID. */
export function parseTimelineAddress(prefix: string, address: string): string | undefined {
  if (!address.startsWith(prefix)) return undefined;
  return /^([\w-]+)\/timeline\.json$/.exec(address.slice(prefix.length))?.[1];
}

export function parsePlaylistAddress(prefix: string, address: string): PlaylistRef | undefined {
  const [, itemId, mediaSourceId, words] =
    /^([\w-]+)\/([\w-]+)(?:\/([\w,-]*))?\.m3u8$/.exec(address.slice(prefix.length)) ?? [];
  if (!address.startsWith(prefix) || itemId === undefined || mediaSourceId === undefined) return;
  const capabilities = words === undefined ? undefined : parseCapabilities(words);
  return { itemId, mediaSourceId, capabilities };
}

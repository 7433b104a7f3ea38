// The items of a media server in its own format.

export interface FakeStream {
  readonly Type: 'Video' | 'Audio' | 'Subtitle';
  readonly Index: number;
  readonly Codec: string;
  readonly Language?: string;
  readonly DisplayTitle?: string;
  readonly Width?: number;
  readonly Height?: number;
  readonly BitDepth?: number;
  readonly IsForced?: boolean;
  readonly IsHearingImpaired?: boolean;
  readonly IsTextSubtitleStream?: boolean;
}

export interface FakeSource {
  readonly Id: string;
  readonly Container: string;
  readonly RunTimeTicks: number;
  readonly MediaStreams: readonly FakeStream[];
  /** True if the server may not convert the version. */
  readonly isNeverEncoded?: boolean;
}

export interface FakeSegment {
  readonly Type: 'Unknown' | 'Commercial' | 'Preview' | 'Recap' | 'Outro' | 'Intro';
  readonly StartTicks: number;
  readonly EndTicks: number;
}

export interface FakeChapter {
  readonly StartPositionTicks: number;
  readonly Name?: string;
  /** Only Emby sends this. */
  readonly MarkerType?: 'Chapter' | 'IntroStart' | 'IntroEnd' | 'CreditsStart';
}

export interface FakeTrickplay {
  readonly Width: number;
  readonly Height: number;
  readonly TileWidth: number;
  readonly TileHeight: number;
  readonly ThumbnailCount: number;
  readonly Interval: number;
  readonly Bandwidth: number;
}

export interface FakeItem {
  readonly Id: string;
  readonly Name: string;
  readonly Type: 'Movie' | 'Series' | 'Season' | 'Episode' | 'Video';
  readonly ProviderIds: Readonly<Record<string, string>>;
  readonly ProductionYear?: number;
  readonly SeriesId?: string;
  readonly ParentIndexNumber?: number;
  readonly IndexNumber?: number;
  readonly IndexNumberEnd?: number;
  readonly LocationType?: 'FileSystem' | 'Virtual';
  readonly OriginalTitle?: string;
  readonly Overview?: string;
  readonly CommunityRating?: number;
  readonly Genres?: readonly string[];
  readonly RunTimeTicks?: number;
  readonly DateCreated?: string;
  readonly Width?: number;
  readonly Height?: number;
  readonly ImageTags?: Readonly<Record<string, string>>;
  readonly BackdropImageTags?: readonly string[];
  readonly Chapters?: readonly FakeChapter[];
  /** Images for the seek bar, by version and width. */
  readonly Trickplay?: Readonly<Record<string, Readonly<Record<string, FakeTrickplay>>>>;
  /** Sent only in a request for them. */
  readonly segments?: readonly FakeSegment[];
  /** Sent only in a playback request for the item. */
  readonly sources?: readonly FakeSource[];
}

const MINUTE_TICKS = 60 * 10_000_000;

/** 32 hexadecimal digits, as the server writes its ids. */
export function guid(number: number): string {
  return number.toString(16).padStart(32, '0');
}

export const video = (more: Partial<FakeStream> = {}): FakeStream => ({
  Type: 'Video',
  Index: 0,
  Codec: 'h264',
  Width: 1280,
  Height: 720,
  BitDepth: 8,
  ...more,
});

export const audio = (Index: number, more: Partial<FakeStream> = {}): FakeStream => ({
  Type: 'Audio',
  Index,
  Codec: 'aac',
  Language: 'eng',
  DisplayTitle: 'English - AAC - Stereo',
  ...more,
});

export const subtitle = (Index: number, more: Partial<FakeStream> = {}): FakeStream => ({
  Type: 'Subtitle',
  Index,
  Codec: 'subrip',
  Language: 'eng',
  IsTextSubtitleStream: true,
  ...more,
});

export function source(
  number: number,
  MediaStreams: readonly FakeStream[],
  Container = 'mp4',
): FakeSource {
  return { Id: guid(number), Container, RunTimeTicks: MINUTE_TICKS, MediaStreams };
}

export const GERMAN = audio(2, { Language: 'ger', DisplayTitle: 'Deutsch - AAC - Stereo' });

/** Two audio tracks, and subtitles of every kind: it has to be played as a playlist. */
export const TWO_TONGUES: FakeItem = {
  Id: guid(0xa1),
  Name: "The Lighthouse Keeper's Ledger",
  Type: 'Movie',
  ProductionYear: 1998,
  ProviderIds: { Tmdb: '990001', Imdb: 'tt9900001' },
  sources: [
    source(
      0xa1,
      [
        video({ Width: 1920, Height: 800 }),
        audio(1),
        GERMAN,
        subtitle(3, { IsForced: true }),
        subtitle(4),
        subtitle(5, { Language: 'fre', Codec: 'ass', IsHearingImpaired: true }),
        subtitle(6, { Language: 'ger', Codec: 'pgssub', IsTextSubtitleStream: false }),
      ],
      'mkv',
    ),
  ],
};

/** Plays directly, in two sizes. */
export const PLAIN_MOVIE: FakeItem = {
  Id: guid(0xb1),
  Name: 'Charade',
  Type: 'Movie',
  ProductionYear: 1963,
  ProviderIds: { tmdb: '4808', IMDB: 'tt0056923' },
  sources: [
    source(0xb2, [video({ Width: 640, Height: 360 }), audio(1), subtitle(2)]),
    source(0xb1, [video(), audio(1), subtitle(2)], 'mov,mp4,m4a,3gp,3g2,mj2'),
  ],
};

export const SERIES: FakeItem = {
  Id: guid(0xc0),
  Name: 'The Beverly Hillbillies',
  Type: 'Series',
  ProviderIds: { Tmdb: '1930', Tvdb: '71471' },
};

const inSeries = (
  number: number,
  at: { readonly season: number; readonly episode: number; readonly last?: number },
  more: Partial<FakeItem> = {},
): FakeItem => ({
  Id: guid(number),
  Name: `Episode ${at.episode}`,
  Type: 'Episode',
  ProviderIds: {},
  SeriesId: SERIES.Id,
  ParentIndexNumber: at.season,
  IndexNumber: at.episode,
  ...(at.last !== undefined && { IndexNumberEnd: at.last }),
  LocationType: 'FileSystem',
  sources: [source(number, [video(), audio(1)])],
  ...more,
});

export const EPISODES: readonly FakeItem[] = [
  // A special that aired within the first season, which the server lists there too.
  inSeries(0xd0, { season: 0, episode: 1 }),
  inSeries(0xd1, { season: 1, episode: 1 }),
  inSeries(0xd2, { season: 1, episode: 2, last: 3 }),
  inSeries(0xd4, { season: 1, episode: 4 }, { LocationType: 'Virtual' }),
];

export const ITEMS: readonly FakeItem[] = [TWO_TONGUES, PLAIN_MOVIE, SERIES, ...EPISODES];

/** A recording that no database knows. */
export const HOME_VIDEO: FakeItem = {
  Id: guid(0xf1),
  Name: 'Kayaks on the lake',
  Type: 'Video',
  ProductionYear: 2019,
  ProviderIds: {},
  DateCreated: '2019-08-01T10:00:00.0000000Z',
  ImageTags: { Primary: '0f1' },
  sources: [source(0xf1, [video(), audio(1)])],
};

/** Numbered movies without files. */
export function manyMovies(count: number): FakeItem[] {
  return Array.from({ length: count }, (_, at) => ({
    Id: guid(0x1_0000 + at),
    Name: `Film number ${at}`,
    Type: 'Movie',
    ProviderIds: { Tmdb: String(5_000_000 + at), Imdb: `tt${9_000_000 + at}` },
    sources: [source(0x1_0000 + at, [video(), audio(1)])],
  }));
}

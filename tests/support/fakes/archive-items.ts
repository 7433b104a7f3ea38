import type { TestMedia } from '../media.ts';

/** Items of the Internet Archive in layouts that were observed there. */
export interface ArchiveFile {
  readonly name?: string;
  readonly format?: string;
  readonly source: 'original' | 'derivative' | 'metadata';
  readonly length?: string;
  readonly width?: string;
  readonly height?: string;
  readonly size?: string;
  readonly original?: string;
  /** The path on disk. It is never sent. */
  readonly served?: string;
}

export interface ArchiveItem {
  readonly identifier: string;
  readonly metadata: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly ArchiveFile[];
  readonly downloads: number;
}

const PUBLIC_DOMAIN = 'http://creativecommons.org/licenses/publicdomain/';
const IMDB = 'urn:imdb:';
/** A value for INTERNET_ARCHIVE_TRUSTED: the operator approves it, because a license alone proves nothing. */
export const VOUCHED_COLLECTION = 'small_town_cinema';

function clutter(identifier: string): readonly ArchiveFile[] {
  return [
    { name: `${identifier}_meta.xml`, format: 'Metadata', source: 'metadata', size: '1204' },
    { name: `${identifier}_archive.torrent`, format: 'Archive BitTorrent', source: 'metadata' },
    { name: '__ia_thumb.jpg', format: 'Item Tile', source: 'original', size: '9312' },
    // Observed: an entry without a name, one without a format.
    { format: 'Thumbnail', source: 'derivative' },
    { name: 'notes', source: 'original' },
  ];
}

interface VideoFile {
  readonly name: string;
  readonly format: string;
  readonly served: string;
  readonly length: string;
  readonly lines: 240 | 360 | 480 | 720;
  readonly source?: 'original' | 'derivative';
}

const WIDTHS = { 240: '320', 360: '640', 480: '640', 720: '1280' } as const;

function videoFile({
  format,
  length,
  lines,
  name,
  served,
  source = 'derivative',
}: VideoFile): ArchiveFile {
  const size = String(lines * 100_000);
  return {
    name,
    format,
    source,
    length,
    width: WIDTHS[lines],
    height: String(lines),
    size,
    served,
  };
}

export function archiveItems({ video360, video720, srt }: TestMedia): readonly ArchiveItem[] {
  return [
    {
      identifier: 'Night.Of.The.Living.Dead_1080p',
      metadata: {
        title: 'Night Of The Living Dead',
        mediatype: 'movies',
        collection: ['feature_films', 'moviesandfilms'],
        date: '1968',
        runtime: '1:35:32',
        licenseurl: PUBLIC_DOMAIN,
        'external-identifier': `${IMDB}tt0063350`,
        description: 'The dead come back; a farmhouse holds out.',
      },
      downloads: 2_310_000,
      files: [
        videoFile({
          name: 'NightOfTheLivingDead_720p.mp4',
          format: 'h.264',
          served: video720,
          length: '5732.5',
          lines: 720,
          source: 'original',
        }),
        videoFile({
          name: 'NightOfTheLivingDead_720p_512kb.mp4',
          format: '512Kb MPEG4',
          served: video360,
          length: '1:35:32',
          lines: 360,
        }),
        ...clutter('Night.Of.The.Living.Dead_1080p'),
      ],
    },
    {
      identifier: 'night_of_the_living_dead_dvd',
      metadata: {
        title: 'Night of the Living Dead (DVD)',
        mediatype: 'movies',
        collection: 'feature_films',
        year: '1968',
        licenseurl: PUBLIC_DOMAIN,
      },
      downloads: 41_000,
      files: [
        videoFile({
          name: 'Night.mp4',
          format: 'h.264',
          served: video360,
          length: '5732',
          lines: 480,
        }),
        ...[2520, 2536, 662].map((length, index) =>
          videoFile({
            name: `VTS_01_${index + 1}.mp4`,
            format: 'h.264',
            served: video360,
            length: String(length),
            lines: 480,
          }),
        ),
        videoFile({
          name: 'VIDEO_TS.mp4',
          format: 'h.264',
          served: video360,
          length: '10',
          lines: 480,
        }),
        ...clutter('night_of_the_living_dead_dvd'),
      ],
    },
    {
      identifier: 'NightOfTheLivingDeadTrailer1968',
      metadata: {
        title: 'Night of the Living Dead trailer',
        mediatype: 'movies',
        collection: 'movie_trailers',
        year: '1968',
        licenseurl: PUBLIC_DOMAIN,
      },
      downloads: 9_000_000,
      files: [
        videoFile({
          name: 'trailer.mp4',
          format: 'h.264',
          served: video360,
          length: '105',
          lines: 480,
        }),
      ],
    },
    {
      identifier: 'topper-returns-1941',
      metadata: {
        title: 'Topper Returns (1941)',
        mediatype: 'movies',
        collection: ['feature_films', VOUCHED_COLLECTION],
        date: '1941-01-01T00:00:00Z',
        licenseurl: PUBLIC_DOMAIN,
        'external-identifier': [`${IMDB}tt0034303`],
      },
      downloads: 52_000,
      files: [
        videoFile({
          name: 'Topper Returns #1.mp4',
          format: 'h.264',
          served: video360,
          length: '5290.4',
          lines: 360,
          source: 'original',
        }),
        ...clutter('topper-returns-1941'),
      ],
    },
    {
      identifier: 'Charade19631280x696',
      metadata: {
        title: 'Charade',
        mediatype: 'movies',
        collection: 'feature_films',
        year: '1963',
        language: 'eng',
        licenseurl: PUBLIC_DOMAIN,
      },
      downloads: 310_000,
      files: [
        videoFile({
          name: 'Charade-1963.mp4',
          format: 'h.264',
          served: video720,
          length: '6790.1',
          lines: 720,
          source: 'original',
        }),
        {
          name: 'Charade-1963.srt',
          format: 'SubRip',
          source: 'original',
          size: '2210',
          served: srt,
        },
        { name: '0123456789.srt', format: 'SubRip', source: 'derivative', served: srt },
        ...clutter('Charade19631280x696'),
      ],
    },
    ...[
      ['thebeverlyhillbilliestheclampettsstrikeoilhq', 'The Clampetts Strike Oil'],
      ['thebeverlyhillbilliesgettingsettledhq', 'Getting Settled'],
    ].map(([identifier = '', name = '']) => episode(identifier, name, video360)),
  ];
}

function episode(identifier: string, name: string, served: string): ArchiveItem {
  const title = `The Beverly Hillbillies - ${name} HQ`;
  const file = {
    format: 'h.264',
    served,
    length: '1530.2',
    lines: 480,
    source: 'original',
  } as const;
  return {
    identifier,
    metadata: { title, mediatype: 'movies', collection: 'classic_tv', date: '1962' },
    downloads: 8_000,
    files: [videoFile({ ...file, name: `${title}.mp4` }), ...clutter(identifier)],
  };
}

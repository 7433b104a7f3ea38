// Responses of `/metadata/{identifier}` for real items. All numbers are strings.

interface FixtureFile {
  readonly name?: string;
  readonly format?: string;
  readonly [field: string]: unknown;
}

export function archiveItem(
  metadata: Readonly<Record<string, unknown>>,
  files: readonly FixtureFile[],
) {
  return {
    created: 1_427_273_784,
    server: 'ia902606.us.archive.org',
    dir: '/7/items/x',
    metadata: { mediatype: 'movies', collection: ['opensource_movies'], ...metadata },
    files: [
      { name: 'x_meta.xml', source: 'metadata', format: 'Metadata', size: '1000' },
      { name: '__ia_thumb.jpg', source: 'original', format: 'Item Tile' },
      ...files,
    ],
  };
}

export function mp4(name: string, length?: string, more: FixtureFile = {}): FixtureFile {
  return { name, format: 'h.264', ...(length ? { length } : {}), ...more };
}

export const duckAndCover = archiveItem(
  { identifier: 'DuckandC1951', title: 'Duck and Cover', year: '1951', collection: 'prelinger' },
  [
    { name: 'DuckandC1951.mpeg', source: 'original', format: 'MPEG2', length: '554.99' },
    {
      name: 'DuckandC1951.ia.mp4',
      source: 'derivative',
      format: 'h.264 IA',
      original: 'DuckandC1951.mpeg',
      length: '554.99',
      height: '480',
      width: '640',
    },
    { name: 'DuckandC1951.mp4', format: 'MPEG4', original: 'DuckandC1951.mpeg', length: '555' },
    {
      name: 'DuckandC1951_edit.mp4',
      format: 'HiRes MPEG4',
      original: 'DuckandC1951.mpeg',
      length: '554.9',
      height: '480',
    },
    {
      name: 'DuckandC1951_512kb.mp4',
      format: '512Kb MPEG4',
      original: 'DuckandC1951.mpeg',
      length: '9:15',
    },
    { name: 'DuckandC1951.ogv', format: 'Ogg Video', original: 'DuckandC1951.mpeg' },
    { name: 'DuckandC1951.thumbs/DuckandC1951_000030.jpg', format: 'Thumbnail' },
    { name: 'DuckandC1951_archive.torrent', format: 'Archive BitTorrent' },
    { format: 'Thumbnail' },
    { name: 'no-format' },
  ],
);

export const nightDvd = archiveItem(
  {
    identifier: 'night_of_the_living_dead_dvd',
    title: 'Night of the Living Dead (DVD)',
    date: '1968-10-01',
    collection: 'feature_films',
  },
  [
    mp4('Night.mp4', '5732', { size: '596399542', height: '480' }),
    mp4('VTS_01_1.mp4', '2520', { height: '480' }),
    mp4('VTS_01_2.mp4', '2536', { height: '480' }),
    mp4('VTS_01_3.mp4', '662', { height: '480' }),
    mp4('VIDEO_TS.mp4', '10', { height: '480' }),
  ],
);

export const flashGordonChapter = archiveItem(
  { identifier: 'FlashGordonChapter1', title: 'Flash Gordon', year: 1936 },
  [
    { name: 'Flash_Gordon_1.mpeg', source: 'original', format: 'MPEG2', length: '1230' },
    { name: 'Flash_Gordon_1.ogv', format: 'Ogg Video', original: 'Flash_Gordon_1.mpeg' },
    {
      name: 'Flash_Gordon_1_512kb.mp4',
      format: '512Kb MPEG4',
      original: 'Flash_Gordon_1.mpeg',
      length: '1229.9',
    },
  ],
);

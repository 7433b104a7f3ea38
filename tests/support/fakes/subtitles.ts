// Subtitle services, each with its own wire format, with a movie of 1968 and the third episode of a series.
import { startFake, json, type Fake, type FakeResponse, type FakeRequest } from './http.ts';
import { zipOf } from './subtitles-zip.ts';

export const MOVIE = { imdbId: 'tt0063350', tmdbId: '10331' };
export const API_KEY = 'an-api-key-of-the-operator';
export const EPISODE = { imdbId: 'tt0055662', tmdbId: '12345', season: '1', episode: '3' };

export const srt = (words: string): string =>
  `1\r\n00:00:01,000 --> 00:00:02,500\r\n${words}\r\n\r\n`;

export interface FakeService extends Fake {
  /** Every response is this one, until it is called without arguments. */
  readonly refuse: (answer?: FakeResponse) => void;
  /** Replaces the next files. */
  readonly hold: (bytes?: Buffer | string) => void;
}

interface Files {
  /** Replaces the stored file. */
  readonly file: (bytes: Buffer | string) => Buffer | string;
}

export async function startService(
  answer: (request: FakeRequest, files: Files, url: () => string) => FakeResponse,
): Promise<FakeService> {
  let refusal: FakeResponse | undefined;
  let held: Buffer | string | undefined;
  const files = { file: (bytes: Buffer | string) => held ?? bytes };
  const fake: Fake = await startFake(
    (request) => refusal ?? answer(request, files, () => fake.url),
  );
  return {
    ...fake,
    refuse: (next) => (refusal = next),
    hold: (bytes) => (held = bytes),
    forget: () => {
      fake.forget();
      fake.behave('normal');
      refusal = undefined;
      held = undefined;
    },
  };
}

const SRT = {
  'content-type': 'application/x-subrip; charset=utf-8',
  'access-control-allow-origin': '*',
};

/** The add-on: it answers any path, and has another season's subtitle in every list of a series. */
export function startAddon(): Promise<FakeService> {
  return startService(({ url, isEmpty }, { file }, base) => {
    const { pathname } = url;
    if (pathname.startsWith('/en/download/'))
      return { body: file(srt(`Add-on ${pathname.split('/').at(-1)}`)), headers: SRT };
    const at = `${base()}/en/download/subencoding-stremio-utf8/src-api/file`;
    const rows: readonly (readonly [string, string])[] =
      pathname === `/subtitles/movie/${MOVIE.imdbId}.json`
        ? [
            ['30949', 'eng'],
            ['30950', 'cze'],
            ['30951', 'pob'],
            ['30952', 'xxx'],
          ]
        : pathname === `/subtitles/series/${EPISODE.imdbId}%3A1%3A3.json`
          ? [['40001', 'eng']]
          : [];
    const subtitles = (isEmpty ? [] : rows).map(([id, lang]) => ({
      id,
      url: `${at}/${id}`,
      SubEncoding: 'CP1252',
      lang,
      m: 'i',
      g: '11',
    }));
    return json({ subtitles, cacheMaxAge: 86_400 });
  });
}

/** SubDL: it always answers 200, has languages in capitals, repeats the key in addresses and delivers archives. */
export function startSubdl(): Promise<FakeService> {
  return startService(({ url, isEmpty }, { file }) => {
    const { pathname, searchParams } = url;
    if (pathname.endsWith('.zip'))
      return { body: file(SEASON_ZIP), headers: { 'content-type': 'application/zip' } };
    if (searchParams.get('api_key') !== API_KEY)
      return json({ status: false, error: 'invalid api_key' });
    const isEpisode =
      searchParams.get('imdb_id') === EPISODE.imdbId && searchParams.get('type') === 'tv';
    if (isEmpty || !(isEpisode || searchParams.get('imdb_id') === MOVIE.imdbId))
      return json({ status: false, error: "can't find movie or tv" });
    const row = (id: number, more: object) => ({
      release_name: `SubDL.${id}`,
      name: `SUBDL::${id}.zip`,
      lang: 'english',
      language: 'EN',
      author: 'somebody',
      url: `/subtitle/${id}.zip?api_key=${API_KEY}`,
      subtitlePage: `/s/subtitle/sd${id}`,
      season: isEpisode ? 1 : null,
      episode: isEpisode ? 3 : null,
      hi: false,
      full_season: false,
      ...more,
    });
    const subtitles = isEpisode
      ? [row(71, { full_season: true, episode: null }), row(72, { episode: 4 })]
      : [row(61, { language: 'BR_PT', lang: 'brazillian portuguese', hi: true })];
    return json({ status: true, results: [{ sd_id: 1, type: 'movie', name: 'Night' }], subtitles });
  });
}

const SEASON_ZIP = zipOf(
  { name: '__MACOSX/._S01E03.srt', bytes: Buffer.from('not a subtitle') },
  { name: 'readme.nfo', bytes: Buffer.from('made by somebody') },
  { name: 'Series.S01E02.srt', bytes: Buffer.from(srt('The second')) },
  { name: 'Series.S01E03.srt', bytes: Buffer.from(srt('The third')) },
);

/** Wyzie: an array, or an object with an error. */
export function startWyzie(): Promise<FakeService> {
  return startService(({ url, isEmpty }, { file }, base) => {
    const { pathname, searchParams } = url;
    if (pathname === '/c/30960') return { body: ASS };
    if (pathname.startsWith('/c/')) return { body: file(srt('Wyzie')), headers: SRT };
    if (searchParams.get('key') !== API_KEY)
      return json({ code: 401, message: 'API key required' }, 401);
    if (isEmpty || searchParams.get('id') !== MOVIE.imdbId) return json([]);
    const row = (id: string, more: object) => ({
      id,
      url: `${base()}/c/${id}?key=${API_KEY}`,
      format: 'srt',
      encoding: 'UTF-8',
      isHearingImpaired: true,
      flagUrl: 'https://flags.example.org/cz.png',
      media: 'Night of the Living Dead',
      display: 'Czech',
      language: 'cs',
      source: 'opensubtitles',
      release: null,
      releases: [],
      fileName: 'noc.srt',
      downloadCount: 3,
      origin: null,
      ai: false,
      ...more,
    });
    const korean = { format: 'ass', language: 'ko', display: 'Korean' };
    return json([row('30950', {}), row('30960', korean)]);
  });
}

export const ASS = `[Script Info]
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,Wyzie
`;

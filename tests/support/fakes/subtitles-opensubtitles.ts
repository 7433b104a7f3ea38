// Two services of OpenSubtitles: the old one without a key, and the new one with a quota.
import { gzipSync } from 'node:zlib';
import { json } from './http.ts';
import { API_KEY, MOVIE, srt, startService, type FakeService } from './subtitles.ts';

export const LEGACY_ENCODED = Buffer.from(srt('Caf\u00e9'), 'latin1');

/** The old service: paths in alphabetical order, a known user agent, files in gzip and in their old encodings. */
export function startLegacy(): Promise<FakeService> {
  return startService(({ url, headers, isEmpty }, { file }, base) => {
    if (url.pathname.startsWith('/en/download/'))
      return {
        body: gzipSync(file(LEGACY_ENCODED)),
        headers: { 'content-type': 'application/octet-stream' },
      };
    if (headers['x-user-agent'] !== 'TemporaryUserAgent')
      return { status: 401, body: 'Unauthorized' };
    const segments = url.pathname.replace(/^\/search\//, '').split('/');
    if (segments.join('/') !== segments.toSorted().join('/').toLowerCase())
      return { status: 302, headers: { location: '/' } };
    if (isEmpty || !segments.includes('imdbid-63350')) return json([]);
    const row = (id: string, more: object) => ({
      MatchedBy: 'imdbid',
      IDSubtitle: `1${id}`,
      IDSubtitleFile: id,
      SubFileName: `Night.of.the.Living.Dead.1968.${id}.srt`,
      SubFormat: 'srt',
      SubEncoding: 'CP1252',
      SubLanguageID: 'fre',
      ISO639: 'fr',
      LanguageName: 'French',
      SubHearingImpaired: '0',
      SubForeignPartsOnly: '0',
      SubDownloadsCnt: '1200',
      SubSumCD: '1',
      SubRating: '0.0',
      MovieFPS: '23.976',
      MovieReleaseName: ` Night.of.the.Living.Dead.1968.${id}`,
      SubDownloadLink: `${base()}/en/download/src-api/filead/${id}.gz`,
      ...more,
    });
    return json([
      row('30949', { SubLanguageID: 'eng', SubDownloadsCnt: '77' }),
      row('50001', {}),
      row('50002', { SubHearingImpaired: '1', SubFromTrusted: '1' }),
      row('50003', { SubSumCD: '2' }),
      row('50004', { SubForeignPartsOnly: '1' }),
    ]);
  });
}

const TOKEN = 'a.jwt.of-theirs';

export interface FakeOpenSubtitles extends FakeService {
  /** Remaining downloads. */
  readonly setQuota: (downloads: number) => void;
  /** Issued tokens are no longer valid. */
  readonly forgetTokens: () => void;
}

/** OpenSubtitles.com: a key, a named program, parameters in order, a quota, and links instead of files. */
export async function startOpenSubtitles(): Promise<FakeOpenSubtitles> {
  let quota = 20;
  let tokens = 0;
  const service = await startService(({ url, method, headers, body, isEmpty }, { file }, base) => {
    const { pathname } = url;
    if (pathname.startsWith('/download/'))
      return {
        body: file(srt(`File ${pathname.split('/')[2]}`)),
        headers: { 'content-type': 'text/plain' },
      };
    if (headers['api-key'] !== API_KEY) return json({ message: 'invalid key' }, 401);
    if (!/^\w+ v\d/.test(String(headers['user-agent'])))
      return json({ message: 'You cannot consume this service' }, 403);
    if (pathname === '/api/v1/login' && method === 'POST') {
      const { username, password } = JSON.parse(body);
      if (username !== 'someone' || password !== 'pass word')
        return json({ status: 401, message: 'Error, invalid username/password' }, 401);
      tokens += 1;
      return json({
        user: { allowed_downloads: 100, level: 'Sub leecher', user_id: 66, vip: false },
        base_url: 'vip-api.opensubtitles.com',
        token: `${TOKEN}.${tokens}`,
        status: 200,
      });
    }
    if (pathname === '/api/v1/download' && method === 'POST') {
      const { authorization } = headers;
      if (authorization !== undefined && authorization !== `Bearer ${TOKEN}.${tokens}`)
        return json({ message: 'invalid token' }, 401);
      quota -= 1;
      const counters = { requests: 3, remaining: quota, reset_time: '7 hours and 30 minutes' };
      if (quota < 0)
        return json({ ...counters, message: 'You have downloaded your allowed 20' }, 406);
      const id = JSON.parse(body).file_id;
      return json({
        link: `${base()}/download/${id}/subfile/a.srt`,
        file_name: 'a.srt',
        ...counters,
      });
    }
    if (pathname !== '/api/v1/subtitles') return json({ message: 'no such thing' }, 404);
    const names = [...url.searchParams.keys()];
    if (names.join() !== names.toSorted().join())
      return { status: 301, headers: { location: '/' } };
    return json({
      total_pages: 1,
      total_count: 1,
      per_page: 50,
      page: 1,
      data: isEmpty ? [] : rowsFor(url),
    });
  });
  return {
    ...service,
    setQuota: (downloads) => (quota = downloads),
    forgetTokens: () => (tokens += 1),
  };
}

function rowsFor({ searchParams }: URL): object[] {
  const row = (id: number, more: object, files = 1) => ({
    id: String(id),
    type: 'subtitle',
    attributes: {
      subtitle_id: String(id),
      language: 'en',
      download_count: 10,
      hearing_impaired: false,
      hd: false,
      fps: 23.976,
      from_trusted: false,
      foreign_parts_only: false,
      ai_translated: false,
      machine_translated: false,
      release: `Night.1968.${id}`,
      files: Array.from({ length: files }, (_, at) => ({
        file_id: id * 10 + at,
        cd_number: at + 1,
        file_name: `${id}`,
      })),
      ...more,
    },
  });
  if (searchParams.get('imdb_id') === '63350' || searchParams.get('tmdb_id') === MOVIE.tmdbId)
    return [
      row(1, { download_count: 9_000, ai_translated: true }),
      row(2, { download_count: 50, hearing_impaired: true }),
      row(3, { download_count: 500, release: 'Night of the Living Dead 1968 Criterion 1080p' }),
      row(4, { download_count: 5, from_trusted: true }),
      row(5, {}, 2),
      row(6, { language: 'pt-BR', release: null }),
    ];
  if (searchParams.get('parent_imdb_id') === '55662' && searchParams.get('episode_number') === '3')
    return [
      row(7, { release: 'Series.S01E03' }),
      row(8, { release: 'Series.S02E03', files: [{ file_id: 80, file_name: 'Series.2x03' }] }),
    ];
  return [];
}

// The old REST service of OpenSubtitles. It needs no key, and returns file names and download counts.
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { SubtitleService, SubtitleTarget } from '../service.ts';

/** The service accepts only registered user agents. */
const KNOWN_PROGRAM = 'TemporaryUserAgent';

const number = z.coerce.number().catch(0);
const Row = z.object({
  IDSubtitleFile: z.string(),
  SubDownloadLink: z.url({ protocol: /^https?$/ }),
  SubLanguageID: z.string(),
  SubFormat: z.string().catch('srt'),
  SubEncoding: z.string().catch(''),
  SubFileName: z.string().catch(''),
  MovieReleaseName: z.string().catch(''),
  SubHearingImpaired: z.string().catch('0'),
  SubForeignPartsOnly: z.string().catch('0'),
  SubAutoTranslation: z.string().catch('0'),
  SubFromTrusted: z.string().catch('0'),
  SubSumCD: z.string().catch('1'),
  SubDownloadsCnt: number,
  MovieFPS: number,
});
type Row = z.infer<typeof Row>;

export function openSubtitlesLegacy(base: string, fetch: Fetcher): SubtitleService {
  return {
    id: 'opensubtitles-legacy',
    name: 'OpenSubtitles (old service)',
    async find(wanted, signal) {
      const segments = segmentsOf(wanted);
      if (!segments) return [];
      const rows = await fetchJson(fetch, {
        url: `${base}/search/${segments}`,
        headers: { 'x-user-agent': KNOWN_PROGRAM },
        schema: z.array(Row),
        signal,
      });
      // Skip parts of a movie, and subtitles of foreign lines only.
      return rows
        .filter((row) => row.SubSumCD === '1' && row.SubForeignPartsOnly !== '1')
        .map(toFoundSubtitle);
    },
    locate: async (at) => at,
  };
}

/**
 * Returns path segments in alphabetical order, and IDs without leading zeros. The service redirects other forms.
 */
function segmentsOf({ imdbId, episode }: SubtitleTarget): string | undefined {
  if (imdbId === undefined) return undefined;
  const id = `imdbid-${Number(imdbId.slice(2))}`;
  return episode
    ? `episode-${episode.number}/${id}/season-${episode.season}/sublanguageid-all`
    : `${id}/sublanguageid-all`;
}

function toFoundSubtitle(row: Row) {
  return {
    id: row.IDSubtitleFile,
    at: row.SubDownloadLink,
    language: row.SubLanguageID,
    format: row.SubFormat,
    hearingImpaired: row.SubHearingImpaired === '1',
    machineTranslated: row.SubAutoTranslation === '1',
    isTrusted: row.SubFromTrusted === '1',
    names: [row.MovieReleaseName, row.SubFileName],
    downloads: row.SubDownloadsCnt,
    fps: row.MovieFPS > 0 ? row.MovieFPS : undefined,
    encoding: row.SubEncoding || undefined,
    originalFile: row.IDSubtitleFile,
  };
}

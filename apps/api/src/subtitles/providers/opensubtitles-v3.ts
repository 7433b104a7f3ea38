// OpenSubtitles as a Stremio add-on. It needs no key, and returns one list without file names.
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import type { SubtitleService } from '../service.ts';

const Reply = z.object({
  subtitles: z.array(
    z.object({ id: z.coerce.string(), url: z.url({ protocol: /^https?$/ }), lang: z.string() }),
  ),
});

export function openSubtitlesV3(base: string, fetch: Fetcher): SubtitleService {
  return {
    id: 'opensubtitles-v3',
    name: 'OpenSubtitles add-on',
    async find({ imdbId, episode }, signal) {
      if (imdbId === undefined) return [];
      // The add-on requires escaped colons in the path.
      const path = episode
        ? `series/${encodeURIComponent(`${imdbId}:${episode.season}:${episode.number}`)}`
        : `movie/${imdbId}`;
      const url = `${base}/subtitles/${path}.json`;
      const { subtitles } = await fetchJson(fetch, { url, schema: Reply, signal });
      return subtitles.map(({ id, url: at, lang }) => ({
        id,
        at,
        language: lang,
        format: 'srt',
        hearingImpaired: false,
        names: [],
        originalFile: id,
      }));
    },
    locate: async (at) => at,
  };
}

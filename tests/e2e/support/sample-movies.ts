import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureMultiTrackMedia } from '../../support/multi-track-media.ts';
import { ensureLongMedia } from '../../support/long-media.ts';
import { ensureMedia } from '../../support/media.ts';
import { startMovieSite, type MovieSite } from './movie-site.ts';

/** A movie in four files: 360, 480, 720 and 1080 lines. */
export const FILES = '/media/tmdb-movie-20367-detour';
/** A playlist with two levels (one is cropped), English and German audio, and English subtitles. */
export const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
/** Three hours of MPEG-TS, in 360 and 720 lines. */
export const LONG = '/media/tmdb-movie-10331-night-of-the-living-dead';

/** A site with one movie of each kind. */
export async function startSampleMovies(): Promise<MovieSite> {
  const media = await ensureMedia();
  const choices = await ensureMultiTrackMedia(media);
  const long = await ensureLongMedia(media);
  const streams = ['360', '480', '720', '1080'].map((quality) => ({
    url: `${quality}.mp4`,
    quality,
  }));
  const movies = [
    { tmdbId: 20367, title: 'Detour', streams, captions: [{ lang: 'en', url: 'en.srt' }] },
    { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'choices/master.m3u8' }] },
    {
      tmdbId: 10331,
      title: 'Night of the Living Dead',
      streams: [{ url: 'long/master.m3u8' }],
    },
  ];
  const own: Readonly<Record<string, string>> = {
    '/360.mp4': media.video360,
    '/480.mp4': join(choices, '480.mp4'),
    '/720.mp4': media.video720,
    '/en.srt': media.srt,
    '/1080.mp4': join(choices, '1080.mp4'),
  };
  return await startMovieSite(movies, (path) => {
    const [, mediaHost, inside] = /^\/(choices|long)\/((?:\w+\/)?\w+\.\w+)$/.exec(path) ?? [];
    const folder = mediaHost === 'long' ? long : choices;
    const file = inside === undefined ? own[path] : join(folder, inside);
    return file !== undefined && existsSync(file) ? { file } : undefined;
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChoiceMedia } from '../../support/choice-media.ts';
import { ensureLongMedia } from '../../support/long-media.ts';
import { ensureMedia } from '../../support/media.ts';
import { openShelf, type Shelf } from './shelf.ts';

/** A film in four files: 360, 480, 720 and 1080 lines. */
export const FILES = '/media/tmdb-movie-20367-detour';
/** A film as a ladder of two pictures (one is cropped) with an English and a German voice, and English subtitles. */
export const LADDER = '/media/tmdb-movie-3085-his-girl-friday';
/** Three hours of MPEG-TS, in 360 and 720 lines. */
export const LONG = '/media/tmdb-movie-10331-night-of-the-living-dead';

/** A shelf with one film of each kind. */
export async function openFilms(): Promise<Shelf> {
  const media = await ensureMedia();
  const choices = await ensureChoiceMedia(media);
  const long = await ensureLongMedia(media);
  const streams = ['360', '480', '720', '1080'].map((quality) => ({
    url: `${quality}.mp4`,
    quality,
  }));
  const films = [
    { tmdbId: 20367, title: 'Detour', streams, captions: [{ lang: 'en', url: 'en.srt' }] },
    { tmdbId: 3085, title: 'His Girl Friday', streams: [{ url: 'choices/master.m3u8' }] },
    {
      tmdbId: 10331,
      title: 'Night of the Living Dead',
      streams: [{ url: 'long/master.m3u8' }],
    },
  ];
  const own: Readonly<Record<string, string>> = {
    '/360.mp4': media.film360,
    '/480.mp4': join(choices, '480.mp4'),
    '/720.mp4': media.film720,
    '/en.srt': media.srt,
    '/1080.mp4': join(choices, '1080.mp4'),
  };
  return await openShelf(films, (path) => {
    const [, shelf, inside] = /^\/(choices|long)\/((?:\w+\/)?\w+\.\w+)$/.exec(path) ?? [];
    const folder = shelf === 'long' ? long : choices;
    const file = inside === undefined ? own[path] : join(folder, inside);
    return file !== undefined && existsSync(file) ? { file } : undefined;
  });
}

import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from '../build-media.ts';
import type { TestMedia } from '../media.ts';

/** One movie as a media server transcodes it: segments with video and one of two audio tracks. */
export interface JellyfinMedia {
  /** Paths of the segments in order, by the index of the audio track. */
  readonly segments: Readonly<Record<number, readonly string[]>>;
  readonly vtt: string;
  /** Files that play directly. */
  readonly video360: string;
  readonly video720: string;
  readonly poster: string;
}

export const SEGMENT_SECONDS = 6;
const VIDEO_SECONDS = 60;
/** Each track has a tone with its own pitch. */
const PITCHES: Readonly<Record<number, number>> = { 1: 330, 2: 880 };

const run = promisify(execFile);

/** Created once, with the other media. Safe to call from several processes at once. */
export async function ensureJellyfinMedia(media: TestMedia): Promise<JellyfinMedia> {
  const folder = await buildMediaOnce(import.meta.filename, 'jellyfin', (draft) =>
    Promise.all(Object.keys(PITCHES).map((index) => cut(media, draft, Number(index)))),
  );
  const { poster, video360, video720, vtt } = media;
  const segments = {
    1: await segmentsIn(join(folder, '1')),
    2: await segmentsIn(join(folder, '2')),
  };
  return { segments, vtt, video360, video720, poster };
}

async function segmentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(folder, name));
}

async function cut({ video360 }: TestMedia, draft: string, index: number): Promise<void> {
  const folder = join(draft, String(index));
  await mkdir(folder);
  await run(
    'ffmpeg',
    [
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-i', video360],
      ['-f', 'lavfi', '-i', `sine=frequency=${PITCHES[index]}:sample_rate=48000`],
      ['-map', '0:v', '-map', '1:a', '-t', String(VIDEO_SECONDS)],
      ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '48k', '-ac', '2'],
      ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
      ['-hls_segment_filename', join(folder, '%03d.ts'), join(folder, 'index.m3u8')],
    ].flat(),
  );
}

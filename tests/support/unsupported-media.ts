import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';
import type { TestMedia } from './media.ts';

const run = promisify(execFile);

/**
 * A folder of common files that Chromium cannot decode: `hevc.mp4` and `ac3.mp4`; `silent.mp4`, which has no sound
 * by design; and `heavy.mp4`, which is too large for a browser to fetch ahead of time. Playlists of MPEG-TS in folders:
 * `ac3`, `eac3`, `silent` and `aac`. Safe to call from several processes at once.
 */
export async function ensureUnsupportedMedia({ video360 }: TestMedia): Promise<string> {
  return buildMediaOnce(import.meta.filename, 'odd', async (draft) => {
    const make = (name: string, ...options: readonly string[]) =>
      run(
        'ffmpeg',
        [
          ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-i', video360],
          [
            ...options,
            ...(name.endsWith('.mp4') ? ['-movflags', '+faststart'] : []),
            join(draft, name),
          ],
        ].flat(),
      );
    const copied = ['-c:v', 'copy'];
    const playlist = async (name: string, ...sound: readonly string[]) => {
      await mkdir(join(draft, name));
      const pieces = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'];
      const segments = ['-hls_segment_filename', join(draft, name, '%d.ts')];
      await make(join(name, 'index.m3u8'), ...copied, ...sound, ...pieces, ...segments);
    };
    await playlist('ac3', '-c:a', 'ac3', '-b:a', '96k');
    await playlist('eac3', '-c:a', 'eac3', '-b:a', '96k');
    await playlist('aac', '-c:a', 'copy');
    await playlist('silent', '-an');
    await make('ac3.mp4', ...copied, '-c:a', 'ac3', '-b:a', '96k');
    await make('silent.mp4', ...copied, '-an');
    const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
    await make('hevc.mp4', '-t', '20', ...hevc, '-tag:v', 'hvc1', '-c:a', 'copy');
    const padded = [
      '-x264-params',
      'nal-hrd=cbr',
      '-b:v',
      '6M',
      '-minrate',
      '6M',
      '-maxrate',
      '6M',
    ];
    const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bufsize', '6M', '-g', '48'];
    await make('heavy.mp4', ...quick, ...padded, '-c:a', 'copy');
  });
}

import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const PART_SECONDS = 20;

/** Runs ffmpeg. `words`: options separated by spaces. `names`: further arguments, which may contain spaces. */
async function ffmpeg(words: string, ...names: readonly string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', [...words.split(' '), ...names]);
}

/** Creates an MKV file of 1080p H.264 with B-frames at about 8 Mbit/s, and AAC. */
export async function createMovie(path: string, seconds: number): Promise<void> {
  const part = `${path}.part.mkv`;
  await ffmpeg(
    `-hide_banner -loglevel error -nostdin -y -f lavfi -i testsrc2=s=1920x1080:r=24:d=${PART_SECONDS} -f lavfi -i sine=d=${PART_SECONDS} -vf noise=alls=12:allf=t -c:v libx264 -preset ultrafast -bf 2 -g 48 -b:v 8M -maxrate 8M -bufsize 8M -pix_fmt yuv420p -c:a aac`,
    part,
  );
  const copies = String(seconds / PART_SECONDS - 1);
  await ffmpeg('-loglevel error -stream_loop', copies, '-i', part, '-c', 'copy', path);
  await rm(part);
}

/** Copies a movie with another name and other content. */
export const copyMovie = (path: string, copy: string, title: string): Promise<void> =>
  ffmpeg('-loglevel error -i', path, '-c', 'copy', '-metadata', `title=${title}`, copy);

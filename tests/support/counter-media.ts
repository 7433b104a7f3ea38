import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';

const run = promisify(execFile);

export const COUNTER_FRAMES = 25;
const SECONDS = 60;
const BITS = 12;
const BLOCK = 40;

/** A minute of H.264 with B-frames and AAC in Matroska, with each frame's number as bars at the top. */
export async function createCounterFile(path: string): Promise<void> {
  const folder = await buildMediaOnce(import.meta.filename, 'counter', async (draft) => {
    // A pixel for each bar: an expression for each pixel of the whole picture takes three times as long.
    const bits = "geq=lum='if(mod(floor(N/pow(2,X)),2),235,16)':cb=128:cr=128";
    const size = `${BITS * BLOCK}:270`;
    const bars = `${bits},scale=${BITS * BLOCK}:${BLOCK}:flags=neighbor,pad=${size}:0:0:gray`;
    const words = (text: string): string[] => text.split(' ');
    const color = `color=s=${BITS}x2:r=${COUNTER_FRAMES}:d=${SECONDS}`;
    const inputs = words(`-f lavfi -i ${color} -f lavfi -i sine=sample_rate=48000:d=${SECONDS}`);
    const codecs = words('-c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 60 -c:a aac');
    const quiet = words('-hide_banner -loglevel error -nostdin -y');
    const path = join(draft, 'counter.mkv');
    await run('ffmpeg', [...quiet, ...inputs, '-vf', bars, ...codecs, path]);
  });
  await copyFile(join(folder, 'counter.mkv'), path);
}

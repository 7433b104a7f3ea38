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
    const bit = `mod(floor(N/pow(2,floor(X/${BLOCK}))),2)`;
    const bars = `geq=lum='if(lt(Y,${BLOCK}),if(${bit},235,16),96)':cb=128:cr=128`;
    const words = (text: string): string[] => text.split(' ');
    const color = `color=s=${BITS * BLOCK}x270:r=${COUNTER_FRAMES}:d=${SECONDS}`;
    const inputs = words(`-f lavfi -i ${color} -f lavfi -i sine=sample_rate=48000:d=${SECONDS}`);
    const codecs = words('-c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 60 -c:a aac');
    const quiet = words('-hide_banner -loglevel error -nostdin -y');
    const path = join(draft, 'counter.mkv');
    await run('ffmpeg', [...quiet, ...inputs, '-vf', bars, ...codecs, path]);
  });
  await copyFile(join(folder, 'counter.mkv'), path);
}

/** Runs in the browser: seeks, and reads the number of the frame that is then shown. */
export async function readCounter(
  video: SVGElement | HTMLElement,
  second: number,
): Promise<number> {
  if (!(video instanceof HTMLVideoElement)) throw new Error('not a video');
  const bits = 12;
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const sought = new Promise((resolve) =>
    video.addEventListener('seeked', resolve, { once: true }),
  );
  video.currentTime = second;
  await Promise.all([shown, sought]);
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(video, 0, 0);
  const width = video.videoWidth / bits;
  let frame = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const [red = 0] = context.getImageData((bit + 0.5) * width, width / 2, 1, 1).data;
    if (red > 128) frame += 2 ** bit;
  }
  return frame;
}

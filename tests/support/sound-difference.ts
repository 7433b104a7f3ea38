import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Sound {
  /** Samples of one channel at 48 kHz, one after another. */
  readonly samples: Int16Array;
  /** The time of the first one in samples of the playlist. */
  readonly start: number;
}

/** The first sound track of a file. */
export async function soundOf(path: string): Promise<Sound> {
  const entries = ['-select_streams', 'a:0', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const probed = await run('ffprobe', ['-v', 'error', ...entries, path]);
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vn', '-ac', '1', '-ar', '48000', '-f', 's16le', '-'],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  return { samples, start: Math.round(Number.parseFloat(probed.stdout) * 48_000) };
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** The difference as a share of the signal, by its energy. */
export function difference(
  before: Int16Array,
  after: Int16Array,
  { from, to, shift }: Window,
): number {
  let [error, energy] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const [one, other] = [before[at] ?? 0, after[at + shift] ?? 0];
    error += (one - other) ** 2;
    energy += one ** 2;
  }
  return Math.sqrt(error / Math.max(energy, 1));
}

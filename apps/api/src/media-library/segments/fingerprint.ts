import { spawn } from 'node:child_process';
import { INPUT_LIMITS, splitArguments } from '#media-library/ffmpeg/arguments.ts';
import { lowestPriority } from '#media-library/ffmpeg/ffmpeg.ts';

export interface FingerprintRange {
  /** Seconds. */
  readonly from: number;
  readonly seconds: number;
}

const TIMEOUT_MS = 10 * 60_000;
/** Ten minutes take 20 KB. */
const MAX_BYTES = 256 * 1024;
const OUTPUT = splitArguments('-map 0:a:0 -vn -sn -dn -ac 1 -ar 11025 -threads 1');
const FORMAT = splitArguments('-f chromaprint -fp_format raw pipe:1');

/** Reads the first audio track with ffmpeg at the lowest priority. Throws if that fails. */
export async function readFingerprint(
  url: string,
  { from, seconds }: FingerprintRange,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const input = ['-ss', String(from), '-t', String(seconds), ...INPUT_LIMITS, '-i', url];
  const args = ['-v', 'error', '-nostdin', ...input, ...OUTPUT, ...FORMAT];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'], signal: limit });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  lowestPriority(child.pid);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BYTES) child.kill();
    else chunks.push(chunk);
  });
  const code = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const bytes = Buffer.concat(chunks);
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    bytes.readUInt32LE(4 * at),
  );
}

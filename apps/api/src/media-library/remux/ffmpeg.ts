import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;

/** Returns a function that looks for ffmpeg once, when the first file needs it. */
export function createFfmpegCheck(mode: 'auto' | 'off'): () => Promise<boolean> {
  let found: Promise<boolean> | undefined;
  return async () => mode === 'auto' && (await (found ??= findFfmpeg()));
}

/** Whether ffmpeg is installed and has an encoder for AAC. */
async function findFfmpeg(): Promise<boolean> {
  try {
    const { stdout } = await run('ffmpeg', ['-hide_banner', '-encoders'], { timeout: TIMEOUT_MS });
    return /^ A\S+ aac /m.test(stdout);
  } catch {
    return false;
  }
}

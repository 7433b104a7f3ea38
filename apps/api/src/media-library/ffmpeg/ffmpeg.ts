import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import { findH264Encoder, type H264Encoder, type RunFfmpeg } from './h264-encoders.ts';

/** The capabilities of the server's ffmpeg. */
export interface Ffmpeg {
  readonly isAvailable: boolean;
  readonly canEncodeAac: boolean;
  /** Undefined if there is no H.264 encoder. */
  readonly h264: H264Encoder | undefined;
  /** Whether ffmpeg can convert HDR for screens without HDR. */
  readonly canToneMap: boolean;
  /** Whether ffmpeg can fingerprint sound. */
  readonly canFingerprint: boolean;
}

export const NO_FFMPEG: Ffmpeg = {
  isAvailable: false,
  canEncodeAac: false,
  h264: undefined,
  canToneMap: false,
  canFingerprint: false,
};

const execute = promisify(execFile);
const TIMEOUT_MS = 15_000;

const run: RunFfmpeg = async (args) => {
  const { stdout } = await execute('ffmpeg', ['-hide_banner', '-nostdin', ...args], {
    timeout: TIMEOUT_MS,
    maxBuffer: 4 * 1024 * 1024,
  });
  return stdout;
};

/** Returns a function that looks for ffmpeg once, when the first file needs it. */
export function createFfmpegCheck(mode: 'auto' | 'off'): () => Promise<Ffmpeg> {
  let found: Promise<Ffmpeg> | undefined;
  return async () => (mode === 'auto' ? await (found ??= findFfmpeg(run)) : NO_FFMPEG);
}

/** Queries ffmpeg's encoders and filters. */
export async function findFfmpeg(runFfmpeg: RunFfmpeg): Promise<Ffmpeg> {
  try {
    const encoders = await runFfmpeg(['-encoders']);
    const muxers = await runFfmpeg(['-muxers']);
    const filters = await runFfmpeg(['-filters']);
    return {
      isAvailable: true,
      canEncodeAac: /^ A\S+ aac /m.test(encoders),
      h264: await findH264Encoder(encoders, runFfmpeg),
      canToneMap: / zscale /.test(filters) && / tonemap /.test(filters),
      canFingerprint: /^\s*E\s+chromaprint /m.test(muxers),
    };
  } catch {
    return NO_FFMPEG;
  }
}

/** Gives pages and other viewers precedence over ffmpeg. */
export const lowerPriority = (pid: number | undefined): void =>
  setPriorityOf(pid, constants.priority.PRIORITY_BELOW_NORMAL);

/** Slows down background work. */
export const lowestPriority = (pid: number | undefined): void =>
  setPriorityOf(pid, constants.priority.PRIORITY_LOW);

function setPriorityOf(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // The process has already ended.
  }
}

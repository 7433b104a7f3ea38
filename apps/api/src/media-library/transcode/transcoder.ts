import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#http/api-error.ts';
import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import { startEncoding, type Encoding } from './encoding.ts';
import type { EncodingPlan, EncodingStep } from './encoding-plan.ts';
import type { SharedFile } from './file-server.ts';
import { measureQueue } from '#lib/measurements.ts';

/** Encodes video to H.264 for a limited number of viewers. */
export interface Transcoder {
  readonly findFfmpeg: () => Promise<Ffmpeg>;
  /**
   * Returns fragmented MP4 that contains the segment. Throws `EncodingFailedError`, or an `ApiError` 503 if the server
   * is busy.
   */
  readonly encode: (request: EncodingRequest, signal: AbortSignal) => Promise<Buffer>;
  readonly close: () => void;
}

export interface EncodingRequest {
  /** Identifies the file and its version. */
  readonly file: string;
  readonly plan: EncodingPlan;
  readonly step: EncodingStep;
  readonly segment: number;
  /** The playback session of the viewer. */
  readonly session: string | undefined;
  readonly share: () => Promise<SharedFile>;
}

/** Players request a segment every four seconds. */
const ABANDONED_MS = 5_000;
/** Players give up after 10 s. */
const MAX_WAIT_MS = 8_000;
const RETRY_SECONDS = 5;

const queue = measureQueue('encodings');

interface Started extends Pick<EncodingRequest, 'file' | 'step'> {
  readonly encoding: Encoding;
  /** The sessions that read the encoding last. */
  readonly sessions: Set<string | undefined>;
}

export function createTranscoder(
  findFfmpeg: () => Promise<Ffmpeg>,
  { maxWaitMs = MAX_WAIT_MS }: { readonly maxWaitMs?: number } = {},
): Transcoder {
  const started = new Set<Started>();
  const running = (): readonly Started[] =>
    [...started].filter(({ encoding }) => encoding.isRunning());

  const find = ({ file, step, segment }: EncodingRequest): Started | undefined =>
    [...started].find(
      (one) =>
        one.file === file && one.step.height === step.height && one.encoding.reaches(segment),
    );

  /** Ends one idle encoding. A seek or another quality leaves the session's own behind. Others must be idle longer. */
  function endAbandoned({ file, session }: EncodingRequest): void {
    const isOwn = (one: Started): boolean =>
      one.file === file && [...one.sessions].every((each) => each === session);
    const idle = running()
      .filter((one) => one.encoding.idleMs() > (isOwn(one) ? 0 : ABANDONED_MS))
      .toSorted((a, b) => b.encoding.idleMs() - a.encoding.idleMs());
    idle[0]?.encoding.end();
  }

  function readFrom(one: Started, { segment, session }: EncodingRequest, signal: AbortSignal) {
    for (const other of started) other.sessions.delete(session);
    one.sessions.add(session);
    return one.encoding.read(segment, signal);
  }

  async function waitForSlot(request: EncodingRequest, limit: number, signal: AbortSignal) {
    const until = performance.now() + maxWaitMs;
    const endWait = queue.wait();
    try {
      while (!find(request) && running().length >= limit) {
        if (performance.now() > until) {
          queue.reject();
          const message = 'The server is converting as many videos as it can. Try again later.';
          throw new ApiError(503, message, RETRY_SECONDS);
        }
        endAbandoned(request);
        await pause(50, undefined, { signal });
      }
    } finally {
      endWait();
    }
  }

  return {
    findFfmpeg,
    encode: async (request, signal) => {
      const { file, plan, step, segment, share } = request;
      const { h264, canToneMap } = await findFfmpeg();
      if (!h264) throw new Error('ffmpeg is missing');
      await waitForSlot(request, h264.limit, signal);
      const known = find(request);
      if (known) return await readFrom(known, request, signal);
      const options = { plan, step, first: segment, encoder: h264, canToneMap };
      const next: Started = {
        file,
        step,
        sessions: new Set(),
        encoding: startEncoding(options, share, () => void started.delete(next)),
      };
      started.add(next);
      return await readFrom(next, request, signal);
    },
    close: () => {
      for (const { encoding } of started) encoding.end();
    },
  };
}

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { lowerPriority } from '#media-library/ffmpeg/ffmpeg.ts';
import { encodingArguments, prerollOf, type EncodingOptions } from './encoding-options.ts';
import { frameRate, OUTPUT_OFFSET } from './encoding-plan.ts';
import type { SharedFile } from './file-server.ts';
import { readMp4Parts, type Mp4Part } from './fragments.ts';

/** An ffmpeg process that encodes the segments of a file in order. */
export interface Encoding {
  /** False once ffmpeg has ended. Its last segments stay available a little longer. */
  readonly isRunning: () => boolean;
  /** Returns whether the segment is available or will be soon. */
  readonly reaches: (segment: number) => boolean;
  /**
   * Waits for the segment. Returns fragmented MP4 that contains it. Throws `EncodingFailedError` if ffmpeg ends before.
   */
  readonly read: (segment: number, signal: AbortSignal) => Promise<Buffer>;
  /** Returns the milliseconds since the last request, or 0 while a request waits. */
  readonly idleMs: () => number;
  readonly end: () => void;
}

export class EncodingFailedError extends Error {
  override name = 'EncodingFailed';
}

/** ffmpeg pauses when it is this many segments ahead of the requested one. */
const MAX_AHEAD = 3;
/** A request this close to the output waits instead of starting another ffmpeg process. */
const NEAR_SEGMENTS = 2;
const MAX_MESSAGE = 500;
/** ffmpeg ends after this time without requests: the viewer has paused or left. */
const IDLE_MS = 8_000;
const CHECK_MS = 1_000;

/** `onForgotten`: called when the encoding's segments are no longer stored. */
export function startEncoding(
  options: Omit<EncodingOptions, 'url'>,
  share: () => Promise<SharedFile>,
  onForgotten: () => void,
): Encoding {
  const stopped = new AbortController();
  const { signal } = stopped;
  const changes = new EventEmitter<{ output: []; request: [] }>().setMaxListeners(0);
  const segments = createSegmentStore(options);
  let wanted = options.first;
  let isRunning = true;
  let failure = 'the file ends before';
  let waiting = 0;
  let lastUse = performance.now();

  async function onPart(part: Mp4Part): Promise<void> {
    segments.add(part);
    changes.emit('output');
    while (segments.head() > wanted + MAX_AHEAD) await once(changes, 'request', { signal });
  }

  const idleMs = (): number => (waiting > 0 ? 0 : performance.now() - lastUse);
  const timer = setInterval(() => {
    if (idleMs() > IDLE_MS) stopped.abort();
  }, CHECK_MS).unref();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    onForgotten();
  });
  void runFfmpeg(options, { share, onPart, signal })
    .catch((error: unknown) => (failure = String(error)))
    .finally(() => {
      isRunning = false;
      changes.emit('output');
    });

  return {
    isRunning: () => isRunning,
    reaches: (segment) => {
      if (!isRunning) return segments.read(segment, true) !== undefined;
      return segment >= segments.floor() && segment <= segments.head() + NEAR_SEGMENTS;
    },
    read: async (segment, reader) => {
      wanted = segment;
      segments.forgetBefore(segment - 1);
      changes.emit('request');
      waiting += 1;
      try {
        for (;;) {
          const bytes = segments.read(segment, !isRunning);
          if (bytes) return bytes;
          if (!isRunning) throw new EncodingFailedError(failure);
          await once(changes, 'output', { signal: reader });
        }
      } finally {
        waiting -= 1;
        lastUse = performance.now();
      }
    },
    idleMs,
    end: () => stopped.abort(),
  };
}

interface Run {
  readonly share: () => Promise<SharedFile>;
  /** ffmpeg waits until the promise resolves. */
  readonly onPart: (part: Mp4Part) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Throws an error with ffmpeg's last output if it fails. */
async function runFfmpeg(
  options: Omit<EncodingOptions, 'url'>,
  { share, onPart, signal }: Run,
): Promise<void> {
  const file = await share();
  const args = encodingArguments({ ...options, url: file.url });
  const child = spawn('ffmpeg', args, { signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  // Ignore this error for now, because an error of reading the output takes precedence.
  ended.catch(() => undefined);
  let message = '';
  lowerPriority(child.pid);
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => (message = `${message}${text}`.slice(-MAX_MESSAGE)));
  try {
    for await (const part of readMp4Parts(child.stdout)) await onPart(part);
    const [code] = await ended;
    if (code !== 0) throw new Error(message);
  } finally {
    child.kill('SIGKILL');
    file.end();
  }
}

/** Stores the fragments of segments until `forgetBefore` removes them. */
function createSegmentStore({ plan, first }: Pick<EncodingOptions, 'plan' | 'first'>) {
  const { rate } = plan.file.video;
  const preroll = prerollOf(plan, first);
  const segments = new Map<number, Buffer[]>();
  let header: Buffer | undefined;
  /** The number of frames between decoding and display. */
  let delay: number | undefined;
  let head = first;
  let floor = first;

  const segmentAt = (decodeTime: number): number => {
    const frame = decodeTime / rate.denominator - OUTPUT_OFFSET * frameRate(rate);
    delay ??= preroll.frame - frame;
    return Math.floor((frame + delay + 0.5) / plan.segmentFrames);
  };

  return {
    add: (part: Mp4Part): void => {
      if (part.kind === 'header') header = part.bytes;
      else {
        const segment = part.decodeTime === undefined ? head : segmentAt(part.decodeTime);
        head = Math.max(head, segment);
        if (segment < floor) return;
        const fragments = segments.get(segment);
        if (fragments) fragments.push(part.bytes);
        else segments.set(segment, [part.bytes]);
      }
    },
    /** Undefined until the segment is complete. Its last sound is in the next segment's first fragment. */
    read: (segment: number, hasEnded: boolean): Buffer | undefined => {
      const fragments = segments.get(segment);
      if (!header || !fragments || !(hasEnded || head > segment)) return undefined;
      return Buffer.concat([
        header,
        ...fragments,
        ...(segments.get(segment + 1)?.slice(0, 1) ?? []),
      ]);
    },
    forgetBefore: (segment: number): void => {
      floor = Math.max(floor, segment);
      for (const each of segments.keys()) if (each < floor) segments.delete(each);
    },
    head: () => head,
    floor: () => floor,
  };
}

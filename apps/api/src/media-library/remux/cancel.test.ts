import { expect, test, vi } from 'vitest';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { Readable } from 'node:stream';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer } from './remuxer.ts';

const SIZE = 10_000_000;
const FTYP = Buffer.from('0000001466747970717420200000020071742020', 'hex');
/** 9 MB of sound precede the rest of the headers. */
const MDAT = Buffer.from('00895440' + '6d646174', 'hex');

/** A network share that sends the start of a file, and then nothing. */
function stallingShare() {
  const stalled = vi.fn<(signal: AbortSignal) => void>();
  const start = Buffer.alloc(256 * 1024);
  Buffer.concat([FTYP, MDAT]).copy(start);
  const open: FileStore['open'] = (path, { headers, signal }) => {
    const from = Number(/^bytes=(\d+)-/.exec(headers['range'] ?? '')?.[1]);
    const range = `bytes ${from}-${from + start.length - 1}/${SIZE}`;
    const response = {
      status: 206,
      headers: { 'content-range': range, etag: 'x' },
      finalUrl: path,
    };
    if (from === 0) return Promise.resolve({ ...response, body: Readable.from([start]) });
    stalled(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  };
  return { open, stalled };
}

test.each(['inspectDirect', 'direct-timeline.json', 'text0.vtt'])(
  'a viewer who leaves ends what is read for them: %s',
  async (what) => {
    const { open, stalled } = stallingShare();
    const remuxer = createRemuxer(
      { open },
      createTranscoder(async () => NO_FFMPEG),
    );
    const leaving = new AbortController();
    const { signal } = leaving;
    const work =
      what === 'inspectDirect'
        ? remuxer.inspectDirect('movie.mp4', { capabilities: undefined, signal })
        : remuxer.open(`library:test/${'a'.repeat(32)}/${what}`, 'movie.mp4', {
            method: 'GET',
            headers: {},
            signal,
          });
    const outcome = work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
    );
    await vi.waitFor(() => expect(stalled).toHaveBeenCalled());
    leaving.abort();
    expect(stalled.mock.lastCall?.[0].aborted).toBe(true);
    expect(await outcome).toBe('AbortError');
    remuxer.close();
  },
);

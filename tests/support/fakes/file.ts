import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.ts': 'video/mp2t',
  '.m3u8': 'application/x-mpegURL',
  '.srt': 'application/x-subrip',
  '.vtt': 'text/vtt',
  '.png': 'image/png',
};

interface FileResponse {
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Limits the speed. By default, sends as fast as the client reads. */
  readonly bytesPerSecond?: number | undefined;
  /** Sends no more than this, and keeps the connection open. */
  readonly stallsAfter?: number | undefined;
}

/** One range at most, like the real data nodes: 206, or 416 with the size. */
export async function sendFile(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { file, headers, bytesPerSecond, stallsAfter }: FileResponse,
): Promise<void> {
  const { size } = await stat(file);
  const range = parseRange(incoming.headers.range, size);
  const common = {
    'accept-ranges': 'bytes',
    'content-type': TYPES[extname(file)] ?? '',
    ...headers,
  };
  if (range === 'unsatisfiable') {
    outgoing.writeHead(416, { ...common, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const { end, start } = range ?? { start: 0, end: size - 1 };
  outgoing.writeHead(range ? 206 : 200, {
    ...common,
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (incoming.method === 'HEAD') outgoing.end();
  else if (stallsAfter !== undefined && end - start + 1 > stallsAfter) {
    outgoing.flushHeaders();
    const part = createReadStream(file, { start, end: start + stallsAfter });
    await pipeline(part, outgoing, { end: false });
  } else if (bytesPerSecond === undefined)
    await pipeline(createReadStream(file, { start, end }), outgoing);
  else await pipeline(slowly(file, { start, end }, bytesPerSecond), outgoing);
}

const PORTIONS_PER_SECOND = 10;

async function* slowly(file: string, part: object, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const highWaterMark = Math.ceil(bytesPerSecond / PORTIONS_PER_SECOND);
  for await (const chunk of createReadStream(file, { ...part, highWaterMark })) {
    yield Buffer.from(chunk);
    await delay(1_000 / PORTIONS_PER_SECOND);
  }
}

type Range = { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined;

function parseRange(header: string | undefined, size: number): Range {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

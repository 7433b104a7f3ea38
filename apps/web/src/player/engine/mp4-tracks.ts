import { fetchWatched } from '#lib/http.ts';

const WINDOW_BYTES = 16 * 1024;
const MOST_REQUESTS = 16;
const READ_LIMIT_MS = 15_000;

export interface Mp4Track {
  readonly kind: 'video' | 'audio';
  /** The four-character code of its sample entry: `avc1`, `hvc1`, `ac-3`. */
  readonly format: string;
}

interface Box {
  readonly type: string;
  /** Byte offsets of the box's content. */
  readonly from: number;
  readonly to: number;
}

type Read = (from: number, length: number) => Promise<DataView>;

const KINDS: Readonly<Record<string, Mp4Track['kind']>> = { vide: 'video', soun: 'audio' };

/**
 * Reads the tracks of an mp4 file (ISO/IEC 14496-12) with a few small range requests. Undefined for other formats, or
 * if the page may not read the file.
 */
export async function readMp4Tracks(
  url: string,
  signal: AbortSignal,
): Promise<readonly Mp4Track[] | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_LIMIT_MS)]);
  const read = rangeReader(url, limit);
  try {
    const moov = await find(read, { type: 'file', from: 0, to: Infinity }, ['moov']);
    if (!moov) return undefined;
    const tracks: Mp4Track[] = [];
    for await (const box of children(read, moov)) {
      const track = box.type === 'trak' ? await trackOf(read, box) : undefined;
      if (track) tracks.push(track);
    }
    return tracks;
  } catch {
    return undefined;
  }
}

async function trackOf(read: Read, trak: Box): Promise<Mp4Track | undefined> {
  const handler = await find(read, trak, ['mdia', 'hdlr']);
  const entries = await find(read, trak, ['mdia', 'minf', 'stbl', 'stsd']);
  if (!handler || !entries) return undefined;
  const kind = KINDS[letters(await read(handler.from + 8, 4))];
  return kind && { kind, format: letters(await read(entries.from + 12, 4)) };
}

async function find(read: Read, parent: Box, path: readonly string[]): Promise<Box | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  for await (const box of children(read, parent)) {
    if (box.type === type) return find(read, box, rest);
  }
  return undefined;
}

async function* children(read: Read, { from, to }: Box): AsyncGenerator<Box, void> {
  for (let at = from; at + 8 <= to;) {
    const head = await read(at, 8);
    const type = letters(await read(at + 4, 4));
    // Web pages and other containers do not start with a box type.
    if (!/^[\w \u00a9-]{4}$/.test(type)) return;
    const size32 = head.getUint32(0);
    const size = size32 === 1 ? Number((await read(at + 8, 8)).getBigUint64(0)) : size32;
    const end = size === 0 ? to : at + size;
    if (end <= at || end > to) return;
    yield { type, from: at + (size32 === 1 ? 16 : 8), to: end };
    at = end;
  }
}

/** The boxes usually lie close together, so one range serves several reads. */
function rangeReader(url: string, signal: AbortSignal): Read {
  let requests = 0;
  let start = 0;
  let bytes = new Uint8Array();
  return async (from, length) => {
    if (from < start || from + length > start + bytes.length) {
      requests += 1;
      if (requests > MOST_REQUESTS) throw new RangeError('Too many boxes');
      start = from;
      bytes = await fetchRange(url, from, signal);
    }
    return new DataView(bytes.buffer, from - start, length);
  };
}

async function fetchRange(url: string, from: number, signal: AbortSignal) {
  const range = `bytes=${from}-${from + WINDOW_BYTES - 1}`;
  const response = await fetchWatched(url, { headers: { range }, signal });
  if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
  // Servers that ignore ranges send the complete file.
  await response.body?.cancel();
  throw new RangeError('No ranges');
}

const letters = (view: DataView) =>
  String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(at)));

// Splits fragmented MP4 (ISO 14496-12) into its header and fragments while ffmpeg writes it.

export type Mp4Part =
  | { readonly kind: 'header'; readonly bytes: Buffer }
  | {
      readonly kind: 'fragment';
      readonly bytes: Buffer;
      /** The decode time of the first track, in units of its time scale. Undefined if the fragment lacks the track. */
      readonly decodeTime: number | undefined;
    };

const BOX_HEADER = 8;
const MAX_BOX_BYTES = 64 * 1024 * 1024;
const FIRST_TRACK = 1;

/** Throws if the stream isn't MP4. */
export async function* readMp4Parts(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<Mp4Part, void, undefined> {
  let header: Buffer[] = [];
  let moof: Buffer | undefined;
  for await (const box of topBoxes(stream)) {
    const type = typeOf(box);
    if (type === 'ftyp') header = [box];
    if (type === 'moov') yield { kind: 'header', bytes: Buffer.concat([...header, box]) };
    if (type === 'moof') moof = box;
    if (type === 'mdat' && moof) {
      const bytes = Buffer.concat([moof, box]);
      yield { kind: 'fragment', bytes, decodeTime: decodeTimeOf(moof) };
      moof = undefined;
    }
  }
}

const typeOf = (box: Buffer): string => box.toString('latin1', 4, BOX_HEADER);

async function* topBoxes(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    pending.push(chunk);
    length += chunk.length;
    for (;;) {
      if (length < BOX_HEADER) break;
      const [head = chunk] = pending;
      if (head.length < BOX_HEADER) pending = [Buffer.concat(pending)];
      const size = (pending[0] ?? head).readUInt32BE(0);
      if (size < BOX_HEADER || size > MAX_BOX_BYTES) throw new Error('not fragmented MP4');
      if (length < size) break;
      const bytes = Buffer.concat(pending);
      yield bytes.subarray(0, size);
      pending = [bytes.subarray(size)];
      length -= size;
    }
  }
}

function decodeTimeOf(moof: Buffer): number | undefined {
  for (const track of boxesIn(moof, 'traf')) {
    const [header] = boxesIn(track, 'tfhd');
    const [time] = boxesIn(track, 'tfdt');
    if (!header || !time || header.readUInt32BE(BOX_HEADER + 4) !== FIRST_TRACK) continue;
    const isLong = time[BOX_HEADER] === 1;
    return isLong
      ? Number(time.readBigUInt64BE(BOX_HEADER + 4))
      : time.readUInt32BE(BOX_HEADER + 4);
  }
  return undefined;
}

function boxesIn(parent: Buffer, type: string): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = BOX_HEADER; at + BOX_HEADER <= parent.length;) {
    const size = parent.readUInt32BE(at);
    if (size < BOX_HEADER) break;
    const box = parent.subarray(at, at + size);
    if (typeOf(box) === type) found.push(box);
    at += size;
  }
  return found;
}

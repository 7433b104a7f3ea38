// Writes AVI files that ffmpeg makes only from gigabytes of video, or not at all.

export interface AviLayout {
  /** The bytes of each chunk of sound, which then begin anywhere in a frame. */
  readonly soundBytes?: number;
  /**
   * The place of H.264's parameter sets. Default: in the keyframes, with start codes. `lengths`: units have lengths.
   */
  readonly sets?: 'outside' | 'lengths';
  /** Lists of frames, with the indexes of OpenDML. By default, there is one with the old index. */
  readonly parts?: number;
}

interface Frame {
  readonly id: string;
  readonly content: Buffer;
  readonly isKey: boolean;
}

interface Stream {
  readonly header: Buffer;
  readonly format: Buffer;
}

/** Takes a file of ffmpeg with video and sound of a constant bit rate. */
export function rewriteAvi(source: Buffer, layout: AviLayout): Buffer {
  const { soundBytes, sets, parts = 1 } = layout;
  const [before, sound] = readStreams(source);
  if (!before || !sound) throw new Error('no streams');
  const all = readFrames(source);
  const [first] = all;
  const video = sets && first ? withSets(before, unitsIn(first.content), sets) : before;
  const changed = sets ? all.map((frame) => withoutSets(frame, sets)) : all;
  const frames = soundBytes === undefined ? changed : resliced(changed, soundBytes);
  if (soundBytes !== undefined) countBytes(sound);
  const size = Math.ceil(frames.length / parts);
  const groups = Array.from({ length: parts }, (_, at) => frames.slice(at * size, (at + 1) * size));
  const avih = chunk('avih', partOf(source, 'avih'));
  const head = (indexes: readonly Buffer[]): Buffer => {
    const lists = [video, sound].map(({ header, format }, at) =>
      list('strl', chunk('strh', header), chunk('strf', format), indexes[at] ?? Buffer.alloc(0)),
    );
    return list('hdrl', avih, ...lists);
  };
  if (parts === 1) {
    const movie = movieOf(frames);
    const index = Buffer.concat(movie.places.map((place) => oldEntry(place)));
    return riff('AVI ', head([]), list('movi', movie.bytes), chunk('idx1', index));
  }
  // The lengths don't depend on the values.
  const empty = [0, 1].map((at) =>
    superIndex(
      at,
      groups.map(() => ({ at: 0, bytes: 0, frames: 0 })),
    ),
  );
  let start = 0;
  const places: IndexPlace[][] = [[], []];
  const rest = groups.map((group, at) => {
    const prefix = at === 0 ? head(empty) : Buffer.alloc(0);
    const base = start + 12 + prefix.length + 12;
    const { bytes, places: found } = movieOf(group);
    const indexes = [0, 1].map((number) => partIndex(number, base, found));
    let place = base + bytes.length;
    for (const [number, index] of indexes.entries()) {
      const count = found.filter(({ id }) => id.startsWith(`0${number}`)).length;
      places[number]?.push({ at: place, bytes: index.length, frames: count });
      place += index.length;
    }
    const movie = list('movi', bytes, ...indexes);
    start += 12 + prefix.length + movie.length;
    return movie;
  });
  const real = head(places.map((each, at) => superIndex(at, each)));
  return Buffer.concat(
    rest.map((movie, at) => (at === 0 ? riff('AVI ', real, movie) : riff('AVIX', movie))),
  );
}

function chunk(id: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

const list = (type: string, ...content: readonly Buffer[]): Buffer =>
  chunk('LIST', Buffer.from(type, 'latin1'), ...content);
const riff = (type: string, ...content: readonly Buffer[]): Buffer =>
  chunk('RIFF', Buffer.from(type, 'latin1'), ...content);

/** The content of the first chunk with an id. */
function partOf(source: Buffer, id: string, from = 0): Buffer {
  const at = source.indexOf(id, from, 'latin1');
  return Buffer.from(source.subarray(at + 8, at + 8 + source.readUInt32LE(at + 4)));
}

function readStreams(source: Buffer): readonly Stream[] {
  const streams: Stream[] = [];
  for (let at = source.indexOf('strl'); at !== -1; at = source.indexOf('strl', at + 4)) {
    streams.push({ header: partOf(source, 'strh', at), format: partOf(source, 'strf', at) });
  }
  return streams;
}

function readFrames(source: Buffer): readonly Frame[] {
  const movie = source.indexOf('movi', 0, 'latin1');
  const index = partOf(source, 'idx1', source.lastIndexOf('idx1', source.length, 'latin1'));
  return Array.from({ length: index.length / 16 }, (_, entry) => {
    const at = entry * 16;
    const start = movie + index.readUInt32LE(at + 8) + 8;
    return {
      id: index.toString('latin1', at, at + 4),
      isKey: (index.readUInt32LE(at + 4) & 0x10) !== 0,
      content: source.subarray(start, start + index.readUInt32LE(at + 12)),
    };
  });
}

/** Puts the sound of each chunk into smaller or larger ones, in their places. */
function resliced(frames: readonly Frame[], bytes: number): readonly Frame[] {
  let waiting = Buffer.alloc(0);
  return frames.flatMap((frame, at) => {
    if (!frame.id.endsWith('wb')) return frame;
    waiting = Buffer.concat([waiting, frame.content]);
    const isLast = !frames.slice(at + 1).some(({ id }) => id.endsWith('wb'));
    const slices: Frame[] = [];
    while (waiting.length >= bytes || (isLast && waiting.length > 0)) {
      slices.push({ ...frame, content: waiting.subarray(0, bytes) });
      waiting = waiting.subarray(bytes);
    }
    return slices;
  });
}

const START_CODE = Buffer.from([0, 0, 1]);
const isSet = (unit: Buffer): boolean => [7, 8].includes(unit.readUInt8(0) & 0x1f);

function unitsIn(frame: Buffer): readonly Buffer[] {
  const units: Buffer[] = [];
  for (let at = frame.indexOf(START_CODE); at !== -1;) {
    const next = frame.indexOf(START_CODE, at + 3);
    let end = next === -1 ? frame.length : next;
    while (end > at + 3 && frame[end - 1] === 0) end -= 1;
    units.push(frame.subarray(at + 3, end));
    at = next;
  }
  return units;
}

function lengthBefore(unit: Buffer, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(unit.length, 0, bytes);
  return Buffer.concat([length, unit]);
}

function withSets({ header, format }: Stream, units: readonly Buffer[], sets: AviLayout['sets']) {
  const [sequence, picture] = units.filter(isSet);
  if (!sequence || !picture) throw new Error('no parameter sets');
  const extra =
    sets === 'outside'
      ? [START_CODE, sequence, START_CODE, picture]
      : [
          Buffer.from([1]),
          sequence.subarray(1, 4),
          Buffer.from([0xff, 0xe1]),
          lengthBefore(sequence, 2),
          Buffer.from([1]),
          lengthBefore(picture, 2),
        ];
  return { header, format: Buffer.concat([format.subarray(0, 40), ...extra]) };
}

function withoutSets(frame: Frame, sets: AviLayout['sets']): Frame {
  if (frame.id.endsWith('wb')) return frame;
  const units = unitsIn(frame.content).filter((unit) => !isSet(unit));
  const parts = units.flatMap((unit) =>
    sets === 'outside' ? [START_CODE, unit] : [lengthBefore(unit, 4)],
  );
  return { ...frame, content: Buffer.concat(parts) };
}

/** Counts the sound in bytes. The format has the number of bytes per second. */
function countBytes({ header, format }: Stream): void {
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(format.readUInt32LE(8), 24);
  header.writeUInt32LE(1, 44);
  format.writeUInt16LE(1, 12);
}

interface Place extends Pick<Frame, 'id' | 'isKey'> {
  /** The offset counts from the id of the list. */
  readonly at: number;
  readonly bytes: number;
}

function movieOf(frames: readonly Frame[]) {
  let at = 4;
  const places: Place[] = [];
  const bytes = frames.map(({ id, content, isKey }) => {
    const part = chunk(id, content);
    places.push({ id, isKey, at, bytes: content.length });
    at += part.length;
    return part;
  });
  return { bytes: Buffer.concat(bytes), places };
}

function oldEntry({ id, isKey, at, bytes }: Place): Buffer {
  const entry = Buffer.alloc(16);
  entry.write(id, 'latin1');
  for (const [field, value] of [isKey ? 0x10 : 0, at, bytes].entries()) {
    entry.writeUInt32LE(value, 4 + 4 * field);
  }
  return entry;
}

/** `base`: where the content of the list begins in the file. */
function partIndex(number: number, base: number, places: readonly Place[]): Buffer {
  const own = places.filter(({ id }) => id.startsWith(`0${number}`));
  const head = Buffer.alloc(24);
  head.writeUInt16LE(2);
  head.writeUInt8(1, 3);
  head.writeUInt32LE(own.length, 4);
  head.write(own[0]?.id ?? '', 8, 'latin1');
  head.writeBigUInt64LE(BigInt(base), 12);
  const entries = own.map(({ at, bytes, isKey }) => {
    const entry = Buffer.alloc(8);
    entry.writeUInt32LE(at + 4);
    entry.writeUInt32LE(bytes + (isKey ? 0 : 0x80000000), 4);
    return entry;
  });
  return chunk(`ix0${number}`, head, ...entries);
}

interface IndexPlace {
  readonly at: number;
  readonly bytes: number;
  readonly frames: number;
}

function superIndex(number: number, places: readonly IndexPlace[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt16LE(4);
  head.writeUInt32LE(places.length, 4);
  head.write(`0${number}${number === 0 ? 'dc' : 'wb'}`, 8, 'latin1');
  const entries = places.map(({ at, bytes, frames }) => {
    const entry = Buffer.alloc(16);
    entry.writeBigUInt64LE(BigInt(at));
    entry.writeUInt32LE(bytes, 8);
    entry.writeUInt32LE(frames, 12);
    return entry;
  });
  return chunk('indx', head, ...entries);
}

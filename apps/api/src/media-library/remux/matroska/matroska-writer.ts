// Writes Matroska elements (RFC 9559). All numbers have eight bytes, so their sizes are known before their values.
const LONG_SIZE = 0x01;
const VOID = 0xec;
const CLUSTER = 0x1f_43_b6_75;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const KEY = 0x80;

const idBytes = (id: number): Buffer => {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};

function elementHeader(id: number, size: number): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(size));
  length[0] = LONG_SIZE;
  return Buffer.concat([idBytes(id), length]);
}

export function element(id: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([elementHeader(id, content.length), content]);
}

/** Returns the header of an element. The caller writes its content. */
export const opening = elementHeader;

export function numberElement(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeBigUInt64BE(BigInt(Math.round(value)));
  return element(id, content);
}

export function floatElement(id: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleBE(value);
  return element(id, content);
}

export const textElement = (id: number, text: string): Buffer =>
  element(id, Buffer.from(text, 'latin1'));

const CLUSTER_HEADER_BYTES = 12;

/** `bytes`: the size of the cluster with its header. */
export const clusterHeader = (bytes: number, time: number): Buffer =>
  Buffer.concat([
    elementHeader(CLUSTER, bytes - CLUSTER_HEADER_BYTES),
    numberElement(TIMESTAMP, time),
  ]);

export interface Block {
  /** Up to 126. */
  readonly track: number;
  /** Milliseconds since the cluster's time. */
  readonly time: number;
  readonly isKey: boolean;
  /** The bytes of the frame that follows. */
  readonly size: number;
}

export function blockHeader({ track, time, isKey, size }: Block): Buffer {
  const fields = Buffer.alloc(4);
  fields.writeUInt8(0x80 | track);
  fields.writeInt16BE(time, 1);
  fields.writeUInt8(isKey ? KEY : 0, 3);
  return Buffer.concat([elementHeader(SIMPLE_BLOCK, fields.length + size), fields]);
}

/** Returns an element without meaning. `bytes`: the size of its content. */
export const padding = (bytes: number): Buffer => element(VOID, Buffer.alloc(bytes));

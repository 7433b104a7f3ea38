// Reads elements of EBML (RFC 8794), of which Matroska files consist.
import type { ReadBytes } from './media-input.ts';

export interface MatroskaFile {
  readonly read: ReadBytes;
  /** Bytes. */
  readonly size: number;
}

export interface Element {
  readonly id: number;
  /** Offset of the content. */
  readonly start: number;
  /** Beyond the file if the size is unknown. */
  readonly end: number;
}

const HEADER_BYTES = 16;

/** Undefined at the end of the file, and where there is no element. */
export async function elementAt(
  { read, size }: MatroskaFile,
  at: number,
): Promise<Element | undefined> {
  if (at >= size) return undefined;
  return parseHeader(await read(at, Math.min(at + HEADER_BYTES, size)), at);
}

/** Empty if the element is larger than `maxBytes`, or reaches beyond the file. */
export async function contentOf(
  { read, size }: MatroskaFile,
  { start, end }: Element,
  maxBytes: number,
): Promise<Buffer> {
  if (end > size || end - start > maxBytes || end <= start) return Buffer.alloc(0);
  return await read(start, end);
}

function parseHeader(bytes: Buffer, at: number): Element | undefined {
  const idLength = lengthOfNumber(bytes[0]);
  const sizeLength = lengthOfNumber(bytes[idLength]);
  const headerLength = idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || headerLength > bytes.length) return undefined;
  const id = numberIn(bytes.subarray(0, idLength));
  const size = sizeIn(bytes.subarray(idLength, headerLength));
  const start = at + headerLength;
  return { id, start, end: size === undefined ? Number.MAX_SAFE_INTEGER : start + size };
}

/** Undefined if unknown: all bits after the mark of the length are ones. */
function sizeIn(bytes: Buffer): number | undefined {
  // Subtracted before the sum, which would be inexact with it.
  const mark = 2 ** (8 - bytes.length);
  const size = bytes.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte - mark : byte), 0);
  return size === 2 ** (7 * bytes.length) - 1 ? undefined : size;
}

/** The number of leading zero bits says how many bytes follow. */
const lengthOfNumber = (first: number | undefined): number =>
  first === undefined || first === 0 ? Number.POSITIVE_INFINITY : Math.clz32(first) - 23;

/** Inexact above 2^53, which is beyond any file. */
export function numberIn(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** A number of variable length at the start, and what follows it. */
export function leadingNumber(bytes: Buffer): { value: number; rest: Buffer } | undefined {
  const length = lengthOfNumber(bytes[0]);
  if (length > 8 || length > bytes.length) return undefined;
  return { value: sizeIn(bytes.subarray(0, length)) ?? 0, rest: bytes.subarray(length) };
}

/** Elements inside a part of a file that was read. */
export function* childrenOf(
  bytes: Buffer,
): Generator<{ readonly id: number; readonly content: Buffer }> {
  let at = 0;
  while (at < bytes.length) {
    const element = parseHeader(bytes.subarray(at, at + HEADER_BYTES), at);
    if (!element || element.end > bytes.length) return;
    yield { id: element.id, content: bytes.subarray(element.start, element.end) };
    at = element.end;
  }
}

export function childOf(bytes: Buffer, wanted: number): Buffer | undefined {
  for (const { id, content } of childrenOf(bytes)) if (id === wanted) return content;
  return undefined;
}

export function childNumber(bytes: Buffer, wanted: number): number | undefined {
  const content = childOf(bytes, wanted);
  return content && numberIn(content);
}

export const childText = (bytes: Buffer, wanted: number): string | undefined =>
  childOf(bytes, wanted)?.toString('utf8').replace(/\0+$/, '');

// Reads EBML elements (RFC 8794), which Matroska files consist of.

/** Reads exactly the bytes from `start` up to, but not including, `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

export interface MatroskaFile {
  readonly read: ReadBytes;
  /** Bytes. */
  readonly size: number;
}

export interface Element {
  readonly id: number;
  /** The offset of the content. */
  readonly start: number;
  /** The offset after the content. Beyond the file if the size is unknown. */
  readonly end: number;
}

const HEADER_BYTES = 16;

/** Undefined at the end of the file, or if there is no element at the offset. */
export async function elementAt(
  { read, size }: MatroskaFile,
  at: number,
): Promise<Element | undefined> {
  if (at >= size) return undefined;
  return parseHeader(await read(at, Math.min(at + HEADER_BYTES, size)), { from: 0, at });
}

/** Live recordings have elements without a size. */
export const hasSize = ({ end }: Element): boolean => end < Number.MAX_SAFE_INTEGER;

/** Returns an empty buffer if the element is larger than `maxBytes`, or reaches beyond the file. */
export async function contentOf(
  { read, size }: MatroskaFile,
  { start, end }: Element,
  maxBytes: number,
): Promise<Buffer> {
  if (end > size || end - start > maxBytes || end <= start) return Buffer.alloc(0);
  return await read(start, end);
}

/** `from`: the header's offset in the bytes. `at`: its offset in the file or in its parent. */
function parseHeader(
  bytes: Buffer,
  { from, at }: { readonly from: number; readonly at: number },
): Element | undefined {
  const idLength = lengthOfNumber(bytes[from]);
  const sizeLength = lengthOfNumber(bytes[from + idLength]);
  const headerLength = idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || from + headerLength > bytes.length) return undefined;
  const id = digits(bytes, { from, length: idLength });
  const size = sizeIn(bytes, { from: from + idLength, length: sizeLength });
  const start = at + headerLength;
  return { id, start, end: size === undefined ? Number.MAX_SAFE_INTEGER : start + size };
}

interface Digits {
  readonly from: number;
  readonly length: number;
}

/** Undefined if the size is unknown: all bits after the length marker are ones. */
function sizeIn(bytes: Buffer, number: Digits): number | undefined {
  const { length } = number;
  const size = digits(bytes, number, 2 ** (8 - length));
  return size === 2 ** (7 * length) - 1 ? undefined : size;
}

/** Inexact above 2^53, which is beyond any file. `mark`: subtracted from the first byte, to keep the sum exact. */
function digits(bytes: Buffer, { from, length }: Digits, mark = 0): number {
  let value = -mark;
  for (let at = from; at < from + length; at += 1)
    value = (at === from ? value : value * 256) + (bytes[at] ?? 0);
  return value;
}

/** The number of leading zero bits says how many bytes follow. */
const lengthOfNumber = (first: number | undefined): number =>
  first === undefined || first === 0 ? Number.POSITIVE_INFINITY : Math.clz32(first) - 23;

export const numberIn = (bytes: Buffer): number => digits(bytes, { from: 0, length: bytes.length });

/** Returns the variable-length number at the start, and the bytes after it. */
export function leadingNumber(bytes: Buffer): { value: number; rest: Buffer } | undefined {
  const length = lengthOfNumber(bytes[0]);
  if (length > 8 || length > bytes.length) return undefined;
  return { value: sizeIn(bytes, { from: 0, length }) ?? 0, rest: bytes.subarray(length) };
}

/** More than any element has, except lists. Hostile elements have millions. */
const MAX_CHILDREN = 100;

/** Yields the elements in a part of a file, at most `limit`. */
export function* childrenOf(
  bytes: Buffer,
  limit = MAX_CHILDREN,
): Generator<{ readonly id: number; readonly content: Buffer }> {
  let at = 0;
  for (let count = 0; count < limit && at < bytes.length; count += 1) {
    const element = parseHeader(bytes, { from: at, at });
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

import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const a = { name: 'a.txt', bytes: Buffer.from('first') };
const b = { name: 'folder/b.bin', bytes: Buffer.alloc(10_000, 7) };

/** As readers do: from the end to the listing, and from the listing to each file. */
function unzip(archive: Buffer) {
  const end = archive.length - 22;
  const files: { name: string; bytes: Buffer }[] = [];
  let at = archive.readUInt32LE(end + 16);
  while (at < end) {
    const packed = archive.readUInt32LE(at + 20);
    const length = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const start = archive.readUInt32LE(at + 42) + 30 + length;
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    expect(archive.readUInt32LE(at + 16)).toBe(crc32(bytes));
    files.push({ name, bytes });
    at += 46 + length;
  }
  expect(files).toHaveLength(archive.readUInt16LE(end + 10));
  return files;
}

test('the same files make the same bytes, in whatever order they are found', () => {
  expect(zipOf([b, a]).equals(zipOf([a, b]))).toBe(true);
});

test('what is in an archive comes out again', () => {
  expect(unzip(zipOf([b, a]))).toEqual([a, b]);
});

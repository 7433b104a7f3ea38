import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const a = { name: 'a.txt', bytes: new TextEncoder().encode('first') };
const b = { name: 'folder/b.bin', bytes: new Uint8Array(10_000).fill(7) };

test('the same files give the same bytes, in any order', () => {
  expect(zipOf([b, a])).toEqual(zipOf([a, b]));
});

test('an archive is unpacked to its original files', () => {
  expect(unzipSync(zipOf([b, a]))).toEqual({ [a.name]: a.bytes, [b.name]: b.bytes });
});

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const a = { name: 'a.txt', bytes: new TextEncoder().encode('first') };
const b = { name: 'folder/b.bin', bytes: new Uint8Array(10_000).fill(7) };

test('the same files make the same bytes, in whatever order they are found', () => {
  expect(zipOf([b, a])).toEqual(zipOf([a, b]));
});

test('what is in an archive comes out again', () => {
  expect(unzipSync(zipOf([b, a]))).toEqual({ [a.name]: a.bytes, [b.name]: b.bytes });
});

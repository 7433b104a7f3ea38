import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from './decompress.ts';
import { UpstreamError } from './http-client.ts';

const MOVIE = 'Night of the Living Dead';
const response = (encoding: string, bytes: Buffer) => ({
  headers: { 'content-encoding': encoding },
  body: Readable.from([bytes]),
});

test.each([
  ['gzip', gzipSync(MOVIE)],
  ['X-GZIP ', gzipSync(MOVIE)],
  ['deflate', deflateSync(MOVIE)],
  ['br', brotliCompressSync(MOVIE)],
  ['identity', Buffer.from(MOVIE)],
  ['', Buffer.from(MOVIE)],
])('a body with the encoding "%s" is decoded', async (encoding, bytes) => {
  expect(await text(decompress(response(encoding, bytes)))).toBe(MOVIE);
});

test.each(['constructor', '__proto__', 'zstd'])('%s is an unknown encoding', (encoding) => {
  expect(() => decompress(response(encoding, Buffer.from(MOVIE)))).toThrow(UpstreamError);
});

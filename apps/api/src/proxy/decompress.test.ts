import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from './decompress.ts';
import { UpstreamError } from './http-client.ts';

const FILM = 'Night of the Living Dead';
const response = (encoding: string, bytes: Buffer) => ({
  headers: { 'content-encoding': encoding },
  body: Readable.from([bytes]),
});

test.each([
  ['gzip', gzipSync(FILM)],
  ['X-GZIP ', gzipSync(FILM)],
  ['deflate', deflateSync(FILM)],
  ['br', brotliCompressSync(FILM)],
  ['identity', Buffer.from(FILM)],
  ['', Buffer.from(FILM)],
])('what is packed with "%s" is unpacked', async (encoding, bytes) => {
  expect(await text(decompress(response(encoding, bytes)))).toBe(FILM);
});

test.each(['constructor', '__proto__', 'zstd'])('%s is no encoding that we know', (encoding) => {
  expect(() => decompress(response(encoding, Buffer.from(FILM)))).toThrow(UpstreamError);
});

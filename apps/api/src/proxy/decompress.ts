import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UpstreamError, type UpstreamResponse } from './http-client.ts';

// Not an object: the other server chooses the name, which may be `constructor`.
const DECODERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Returns the decoded body. */
export function decompress({
  headers,
  body,
}: Pick<UpstreamResponse, 'headers' | 'body'>): Readable {
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '') return body;
  const create = DECODERS.get(encoding);
  if (!create) throw new UpstreamError(`The remote server used an unknown encoding: ${encoding}.`);
  return pipeline(body, create(), () => undefined);
}

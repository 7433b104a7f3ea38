import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** As `pipe` does, for less than that costs: neither side outlives the other. */
export function pump(body: Readable, into: ServerResponse): void {
  if (into.destroyed) return void body.destroy();
  body.on('data', (chunk: Buffer) => {
    if (!into.write(chunk)) body.pause();
  });
  body.once('end', () => into.end());
  // The length may have been promised; only a broken connection says that this is not all.
  body.once('close', () => {
    if (!into.writableEnded) into.destroy();
  });
  body.on('error', () => undefined);
  into.on('drain', () => body.resume());
  into.once('close', () => body.destroy());
}

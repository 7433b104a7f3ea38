import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from './api-error.ts';
import type { BodyMemory, HeldBody } from './body-memory.ts';

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Release it when `bytes` is no longer needed. */
  readonly held: HeldBody;
}

export interface ReadBodyOptions {
  readonly memory: BodyMemory;
  readonly sender: string;
  /** Bytes; above is 413. */
  readonly limit: number;
}

/**
 * Bytes of a rejected body that are discarded, so that its sender reads the response instead of a
 * reset.
 */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads a body. Rejects if it is too large, its sender disconnects, or newer bodies need the
 * memory.
 */
export function readBody(
  message: IncomingMessage,
  { memory, sender, limit }: ReadBodyOptions,
): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    let buffer = Buffer.alloc(0);
    let length = 0;
    const end = (): void => {
      message.off('data', receive).off('end', finish).off('error', abort).off('close', abort);
    };
    const fail = (error: unknown): void => {
      end();
      held.release();
      buffer = Buffer.alloc(0);
      if (!message.destroyed) discard(message);
      reject(error);
    };
    const held = memory.hold(sender, fail);
    const declared = Number(message.headers['content-length'] ?? limit);
    const receive = (chunk: Buffer): void => {
      const size = length + chunk.length;
      if (size > limit) return fail(tooLarge());
      if (size > buffer.length) {
        // Grows by doubling: thousands of tiny chunks would take more memory than their bytes.
        const grown = Buffer.allocUnsafe(Math.min(declared, Math.max(size, buffer.length * 2)));
        try {
          held.add(grown.length - buffer.length);
        } catch (error) {
          return fail(error);
        }
        buffer.copy(grown, 0, 0, length);
        buffer = grown;
      }
      chunk.copy(buffer, length);
      length = size;
    };
    const finish = (): void => {
      end();
      resolve({ bytes: buffer.subarray(0, length), held });
    };
    const abort = (): void => fail(badRequest('The request was aborted.'));
    // A sender that left before this was called does not leave again.
    if (message.destroyed) return abort();
    if (declared > limit) return fail(tooLarge());
    message.on('data', receive).on('end', finish).on('error', abort).on('close', abort);
  });
}

const tooLarge = (): ApiError => new ApiError(413, 'Request body is too large');

function discard(message: IncomingMessage): void {
  let left = DISCARDED_BYTES;
  message.on('error', () => undefined);
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
}

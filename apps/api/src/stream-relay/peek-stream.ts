import { Readable } from 'node:stream';

/** Returns the first chunk of a body, and a body that still includes it. */
export async function peekStream(body: Readable): Promise<{ start: Uint8Array; body: Readable }> {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  const start = first.done ? new Uint8Array() : first.value;
  return { start, body: continueStream(first, pieces) };
}

/** Rebuilds a body whose first chunk has been read. */
export function continueStream<T extends string | Uint8Array>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): Readable {
  return Readable.from(joined(first, rest), { objectMode: false });
}

async function* joined<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T, void, undefined> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

// Reads server-sent events from a fetch body. Unlike EventSource, reports HTTP errors, never reconnects, and ends with
// its caller.
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface SseLimits {
  /** Longest silence; a heart-beat comment counts as a sign of life. */
  readonly idleMs: number;
  /** A limit for all chunks together. */
  readonly maxBytes: number;
}

export class SseError extends Error {
  override name = 'SseError';
}

/** Ends when the server closes; leaving the loop early closes the connection. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  limits: SseLimits,
): AsyncGenerator<EventSourceMessage, void> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      const chunk = await readWithin(reader, limits.idleMs);
      if (chunk.done) return;
      bytes += chunk.value.byteLength;
      if (bytes > limits.maxBytes) throw new SseError(`More than ${limits.maxBytes} bytes`);
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    // An aborted body rejects cancel(); it is closed already.
    reader.cancel().catch(() => undefined);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readWithin(reader: Reader, idleMs: number) {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new SseError(`No data for ${idleMs / 1000} s`)),
    idleMs,
  );
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

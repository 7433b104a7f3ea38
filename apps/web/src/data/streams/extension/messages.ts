// The window protocol of movie-web extensions: a message to this window, to which the extension's content script
// responds. Any script could respond, so responses are parsed like other input.
import { z } from 'zod';

const Reply = z.object({
  name: z.string(),
  instanceId: z.string(),
  relayed: z.literal(true),
  body: z.unknown(),
});
const Failure = z.object({ success: z.literal(false), error: z.string() });

export class ExtensionError extends Error {
  override name = 'ExtensionError';
  /** There is no extension, or it has crashed. */
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

interface Message {
  readonly name: 'hello' | 'makeRequest' | 'openPage' | 'prepareStream';
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves to the response. Rejects when the extension reports an error or does not respond in time. */
export async function requestExtension({
  name,
  body,
  timeoutMs,
  signal,
}: Message): Promise<unknown> {
  signal?.throwIfAborted();
  const instanceId = uniqueId();
  const response = Promise.withResolvers<unknown>();
  const listening = new AbortController();
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    const reply = source === window ? Reply.safeParse(data).data : undefined;
    if (reply?.name === name && reply.instanceId === instanceId) response.resolve(reply.body);
  };
  window.addEventListener('message', listen, { signal: listening.signal });
  signal?.addEventListener('abort', () => response.reject(signal.reason), {
    signal: listening.signal,
  });
  const timer = setTimeout(
    () => response.reject(new ExtensionError(`No response within ${timeoutMs} ms`, true)),
    timeoutMs,
  );
  window.postMessage({ name, body, instanceId }, '/');
  try {
    const result = await response.promise;
    const failure = Failure.safeParse(result).data;
    if (failure) throw new ExtensionError(failure.error, false);
    return result;
  } finally {
    clearTimeout(timer);
    listening.abort();
  }
}

/** `crypto.randomUUID` is missing on plain http. */
function uniqueId(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}

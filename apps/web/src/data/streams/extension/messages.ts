// The window protocol of the family's extension: a message to our own window, which the extension's script in the page
// answers there. Any other script could answer as well, so answers are read like anything from outside.
import { z } from 'zod';

const Reply = z.object({
  name: z.string(),
  instanceId: z.string(),
  relayed: z.literal(true),
  body: z.unknown(),
});
const Refusal = z.object({ success: z.literal(false), error: z.string() });

export class ExtensionError extends Error {
  override name = 'ExtensionError';
  /** Nobody answered: there is no extension, or it has died. */
  readonly isSilence: boolean;

  constructor(message: string, isSilence: boolean) {
    super(message);
    this.isSilence = isSilence;
  }
}

interface Message {
  readonly name: 'hello' | 'makeRequest' | 'openPage' | 'prepareStream';
  readonly body?: unknown;
  /** Without an extension nobody ever answers. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the extension answered; rejects when it says no, and when it says nothing in time. */
export async function askExtension({ name, body, timeoutMs, signal }: Message): Promise<unknown> {
  signal?.throwIfAborted();
  const instanceId = uniqueId();
  const answered = Promise.withResolvers<unknown>();
  const listening = new AbortController();
  const listen = ({ source, data }: MessageEvent<unknown>) => {
    const reply = source === window ? Reply.safeParse(data).data : undefined;
    if (reply?.name === name && reply.instanceId === instanceId) answered.resolve(reply.body);
  };
  window.addEventListener('message', listen, { signal: listening.signal });
  signal?.addEventListener('abort', () => answered.reject(signal.reason), {
    signal: listening.signal,
  });
  const timer = setTimeout(
    () => answered.reject(new ExtensionError(`No answer within ${timeoutMs} ms`, true)),
    timeoutMs,
  );
  window.postMessage({ name, body, instanceId }, '/');
  try {
    const answer = await answered.promise;
    const refusal = Refusal.safeParse(answer).data;
    if (refusal) throw new ExtensionError(refusal.error, false);
    return answer;
  } finally {
    clearTimeout(timer);
    listening.abort();
  }
}

/** Also where there is no `crypto.randomUUID`: on plain http in a home network. */
function uniqueId(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}

/** A window with a movie-web extension, for tests. */
export interface SentMessage {
  readonly name: string;
  readonly body: unknown;
  readonly instanceId: string;
}

type Reply = (message: SentMessage) => unknown;

interface FakeWindow {
  readonly window: EventTarget;
  readonly messages: readonly SentMessage[];
  /** Sends a message, as any script of the page could. */
  readonly receive: (data: unknown, source?: unknown) => void;
}

/** `reply` returns undefined for no reply, and a promise for a late one. */
export function createFakeWindow(reply: Reply): FakeWindow {
  const target = new EventTarget();
  const messages: SentMessage[] = [];
  const receive = (data: unknown, source: unknown = target) => {
    target.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  };
  const postMessage = (message: SentMessage) => {
    messages.push(message);
    void (async () => {
      const body = await reply(message);
      const { name, instanceId } = message;
      if (body !== undefined) receive({ name, instanceId, body, relayed: true });
    })();
  };
  return { window: Object.assign(target, { postMessage }), messages, receive };
}

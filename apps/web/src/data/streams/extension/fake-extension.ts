/** A window with the family's extension behind it, for tests. */
export interface Told {
  readonly name: string;
  readonly body: unknown;
  readonly instanceId: string;
}

type Answer = (told: Told) => unknown;

interface FakeWindow {
  readonly window: EventTarget;
  readonly told: readonly Told[];
  /** Like any script of the page. */
  readonly say: (data: unknown, source?: unknown) => void;
}

/** What `answer` returns is the reply; undefined for none, a promise for a late one. */
export function createFakeWindow(answer: Answer): FakeWindow {
  const target = new EventTarget();
  const told: Told[] = [];
  const say = (data: unknown, source: unknown = target) => {
    target.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  };
  const postMessage = (message: Told) => {
    told.push(message);
    void (async () => {
      const body = await answer(message);
      const { name, instanceId } = message;
      if (body !== undefined) say({ name, instanceId, body, relayed: true });
    })();
  };
  return { window: Object.assign(target, { postMessage }), told, say };
}

// In every page: passes what the page asks on to the worker, and the answer back. No library: it is small because it is
// everywhere. What is asked is read by the worker, which knows which page asked.

const NAMES: readonly unknown[] = ['hello', 'makeRequest', 'prepareStream', 'openPage'];
/** The worker itself gives up sooner; this is for when it has died. */
const ANSWER_WITHIN_MS = 35_000;

export interface PageRequest {
  readonly name: unknown;
  readonly relayId?: unknown;
  readonly body?: unknown;
}

export interface Bridge {
  /** To the worker. */
  readonly send: (question: PageRequest) => Promise<unknown>;
  /** The extension was taken away or replaced, and this script with it. */
  readonly isGone: () => boolean;
}

interface Asked extends PageRequest {
  readonly instanceId: unknown;
}

export function startBridge(page: Window, { send, isGone }: Bridge): void {
  /** The rules that this page holds, to have them again when it is shown again. */
  const held = new Map<unknown, PageRequest>();
  const going = new AbortController();
  const { signal } = going;

  async function pass(question: PageRequest): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise((resolve) => {
      timer = setTimeout(
        () => resolve(refusal('The extension does not answer.')),
        ANSWER_WITHIN_MS,
      );
    });
    const answer = await Promise.race([send(question).catch(refusal), silence]);
    clearTimeout(timer);
    return answer;
  }

  async function answer({ instanceId, ...question }: Asked): Promise<void> {
    if (question.name === 'prepareStream') held.set(ruleOf(question.body), question);
    const body = await pass(question);
    // Its successor answers; two answers would contradict each other.
    if (isGone()) return going.abort();
    page.postMessage({ ...question, instanceId, body, relayed: true }, '/');
  }

  const listen = ({ source, data }: MessageEvent<unknown>) => {
    const asked = source === page ? askedIn(data) : undefined;
    if (asked) void answer(asked);
  };
  page.addEventListener('message', listen, { signal });
  page.addEventListener('pagehide', () => void (held.size > 0 && pass({ name: 'left' })), {
    signal,
  });
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) for (const question of held.values()) void pass(question);
    },
    { signal },
  );
}

function askedIn(data: unknown): Asked | undefined {
  if (typeof data !== 'object' || data === null || !('name' in data)) return undefined;
  const isReply = 'relayed' in data && Boolean(data.relayed);
  if (isReply || !NAMES.includes(data.name)) return undefined;
  return {
    name: data.name,
    relayId: 'relayId' in data ? data.relayId : undefined,
    instanceId: 'instanceId' in data ? data.instanceId : undefined,
    body: 'body' in data ? data.body : undefined,
  };
}

function ruleOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'ruleId' in body ? body.ruleId : undefined;
}

function refusal(error: unknown) {
  return { success: false, error: error instanceof Error ? error.message : String(error) };
}

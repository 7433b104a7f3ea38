// Content script of every page: forwards the page's messages to the worker and posts the replies. Imports no library,
// because it runs everywhere. The worker validates messages and identifies the page.

const NAMES: readonly unknown[] = ['hello', 'makeRequest', 'prepareStream', 'openPage'];
/** Longer than the worker's own timeout, in case the worker has died. */
const REPLY_TIMEOUT_MS = 35_000;

export interface PageRequest {
  readonly name: unknown;
  readonly relayId?: unknown;
  readonly body?: unknown;
}

interface Bridge {
  /** Sends to the worker. */
  readonly send: (request: PageRequest) => Promise<unknown>;
  /** True once the extension was removed or updated. */
  readonly isGone: () => boolean;
}

interface ReceivedRequest extends PageRequest {
  readonly instanceId: unknown;
}

export function startBridge(page: Window, { send, isGone }: Bridge): void {
  /** Rules of this page, restored when it returns from the back/forward cache. */
  const pageRules = new Map<unknown, PageRequest>();
  const going = new AbortController();
  const { signal } = going;

  async function forward(request: PageRequest): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise((resolve) => {
      timer = setTimeout(
        () => resolve(errorReply('The extension does not answer.')),
        REPLY_TIMEOUT_MS,
      );
    });
    const reply = await Promise.race([send(request).catch(errorReply), silence]);
    clearTimeout(timer);
    return reply;
  }

  async function reply({ instanceId, ...request }: ReceivedRequest): Promise<void> {
    if (request.name === 'prepareStream') pageRules.set(ruleOf(request.body), request);
    const body = await forward(request);
    // The updated extension's script replies instead.
    if (isGone()) return going.abort();
    page.postMessage({ ...request, instanceId, body, relayed: true }, '/');
  }

  const listen = ({ source, data }: MessageEvent<unknown>) => {
    const received = source === page ? parseRequest(data) : undefined;
    if (received) void reply(received);
  };
  page.addEventListener('message', listen, { signal });
  page.addEventListener('pagehide', () => void (pageRules.size > 0 && forward({ name: 'left' })), {
    signal,
  });
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) for (const request of pageRules.values()) void forward(request);
    },
    { signal },
  );
}

function parseRequest(data: unknown): ReceivedRequest | undefined {
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

function errorReply(error: unknown) {
  return { success: false, error: error instanceof Error ? error.message : String(error) };
}

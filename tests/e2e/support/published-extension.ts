import type { Page } from '@playwright/test';

/** The behavior of the stand-in: like the published extension, or with invalid replies. */
export type Behavior = 'well' | 'strange' | 'late' | 'withoutRules';

interface SentMessage {
  readonly name: string;
  readonly body?: { readonly url?: string; readonly targetDomains?: readonly string[] };
}

/**
 * The published extension in a page (version 1.1.3): its script is injected when the page is idle, earlier
 * messages are lost, and it has neither time limits nor binary bodies. This module sends its requests.
 */
export async function fakePublishedExtension(
  page: Page,
  behavior: Behavior,
): Promise<readonly SentMessage[]> {
  const messages: SentMessage[] = [];
  await page.exposeFunction('tellTest', (message: SentMessage) => void messages.push(message));
  await page.exposeFunction('fetchOutside', fetchOutside);
  await page.addInitScript(publishedScript, behavior);
  return messages;
}

interface OutsideRequest {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Without its Range, a probe of two bytes would transfer the complete movie, for longer than the page waits. */
async function fetchOutside(request: OutsideRequest) {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(request.query ?? {}))
    url.searchParams.set(name, value);
  const answer = await fetch(url, { headers: { ...request.headers } });
  const isJson = (answer.headers.get('content-type') ?? '').includes('application/json');
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    finalUrl: answer.url,
    body: isJson ? await answer.json() : await answer.text(),
  };
}

/** Runs in the page. */
function publishedScript(behavior: Behavior): void {
  const call = (name: string, value: unknown): Promise<unknown> => Reflect.get(window, name)(value);
  const strange: readonly unknown[] = [
    null,
    'yes',
    { success: 'true' },
    { success: true },
    { success: true, response: null },
    { success: true, response: { statusCode: '200', headers: [], finalUrl: 7, body: {} } },
    { success: false },
  ];
  let count = 0;

  async function answer(name: string, body: unknown): Promise<unknown> {
    if (name === 'hello')
      return { success: true, version: '1.1.3', allowed: true, hasPermission: true };
    if (behavior === 'strange') return strange[(count += 1) % strange.length];
    if (name === 'makeRequest')
      return { success: true, response: await call('fetchOutside', body) };
    if (name === 'prepareStream' && behavior === 'withoutRules')
      return { success: false, error: 'Rule with id 1 cannot have an empty list' };
    return { success: true };
  }

  async function relay({ data, source }: MessageEvent): Promise<void> {
    if (source !== window || data.relayed || typeof data.name !== 'string') return;
    const { name, body, instanceId } = data;
    const told = call('tellTest', { name, body });
    // The page waits half a second for the first reply, and a busy test may take longer.
    if (name !== 'hello') await told;
    if (behavior === 'late') await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Any script of the page could also send this.
    window.postMessage({ name, instanceId: 'another', body: 'wrong', relayed: true }, '/');
    const reply = { name, relayId: undefined, instanceId, body: await answer(name, body) };
    window.postMessage({ ...reply, relayed: true }, '/');
  }

  addEventListener('DOMContentLoaded', () => {
    setTimeout(() => addEventListener('message', (event) => void relay(event)), 60);
  });
}

import type { Page } from '@playwright/test';

/** How the stand-in behaves: as the published one does, or as nothing that speaks its protocol should. */
export type Behavior = 'well' | 'strange' | 'late' | 'withoutRules';

interface Told {
  readonly name: string;
  readonly body?: { readonly url?: string; readonly targetDomains?: readonly string[] };
}

/**
 * What the extension that everybody has does in a page (version 1.1.3): its script comes when the page stands still, what was
 * said before is lost, and it neither has time limits nor hands out bytes. The requests themselves go out from here.
 */
export async function fakePublishedExtension(
  page: Page,
  behavior: Behavior,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  await page.exposeFunction('tellTest', (message: Told) => void told.push(message));
  await page.exposeFunction('fetchOutside', fetchOutside);
  await page.addInitScript(publishedScript, behavior);
  return told;
}

async function fetchOutside(request: { url: string; query?: Record<string, string> }) {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(request.query ?? {}))
    url.searchParams.set(name, value);
  const answer = await fetch(url);
  const isJson = (answer.headers.get('content-type') ?? '').includes('application/json');
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    finalUrl: answer.url,
    body: isJson ? await answer.json() : await answer.text(),
  };
}

/** In the page. */
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
    await call('tellTest', { name, body });
    if (behavior === 'late') await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Any script of the page could say so, too.
    window.postMessage({ name, instanceId: 'another', body: 'wrong', relayed: true }, '/');
    const reply = { name, relayId: undefined, instanceId, body: await answer(name, body) };
    window.postMessage({ ...reply, relayed: true }, '/');
  }

  addEventListener('DOMContentLoaded', () => {
    setTimeout(() => addEventListener('message', (event) => void relay(event)), 60);
  });
}

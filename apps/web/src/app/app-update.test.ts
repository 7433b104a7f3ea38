import { afterEach, expect, test, vi } from 'vitest';
import { startUpdates, updateStore } from './app-update.ts';

class Worker extends EventTarget {
  state = 'installing';

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  readonly active = new Worker();
  readonly waiting = null;
  installing: Worker | null = null;
}

const stopping = new AbortController();

afterEach(() => {
  stopping.abort();
  updateStore.setState(updateStore.getInitialState(), true);
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a page is asked to reload, also once another tab has activated the newer version', async () => {
  const registration = new Registration();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: registration.active, register: async () => registration },
  });
  // The newest version doesn't have the file of this page.
  vi.stubGlobal('caches', {
    keys: async () => ['matinee-shell-next'],
    match: async () => undefined,
  });
  await startUpdates(stopping.signal);
  const next = new Worker();
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  expect(updateStore.getState().isReady).toBe(false);
  // In a busy browser, the registration has moved on when its worker reports that it's installed.
  for (const state of ['installed', 'activating', 'activated']) {
    next.become(state);
    await vi.waitFor(() => expect(updateStore.getState().isReady).toBe(true));
  }
});

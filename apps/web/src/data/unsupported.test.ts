import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
  });
  vi.stubGlobal('__CONFIG__', { BACKEND_URL: 'https://server.example' });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => ({
  ...(await import('./unsupported.ts')),
  ...(await import('./session.ts')),
});

test('a missing route is remembered by the next page for a day', async () => {
  const { noteUnsupported } = await load();
  noteUnsupported('watchHistory', 1_000);
  vi.resetModules();
  const { isUnsupported } = await load();
  expect(isUnsupported('watchHistory', 1_000 + DAY_MS - 1)).toBe(true);
  expect(isUnsupported('watchHistory', 1_000 + DAY_MS)).toBe(false);
  expect(isUnsupported('groupOrder', 1_000)).toBe(false);
});

test('a missing route on another server is separate', async () => {
  const { noteUnsupported, isUnsupported, updateSession } = await load();
  noteUnsupported('watchHistory');
  updateSession({ backendUrl: 'https://other.example' });
  expect(isUnsupported('watchHistory')).toBe(false);
  updateSession({ backendUrl: null });
  expect(isUnsupported('watchHistory')).toBe(true);
});

test('another version of the server is tried at once', async () => {
  const { noteUnsupported, noteVersion, isUnsupported } = await load();
  noteVersion('https://server.example', '1.3.2');
  noteUnsupported('watchHistory');
  noteVersion('https://server.example', '1.3.2');
  noteVersion('https://server.example', '1.3.2');
  expect(isUnsupported('watchHistory')).toBe(true);
  noteVersion('https://server.example', '2.0.0');
  expect(isUnsupported('watchHistory')).toBe(false);
});

import { afterEach, expect, test, vi } from 'vitest';

const STORES = [
  ['__MW::auth', async () => (await import('#data/session.ts')).sessionStore],
  ['__MW::watchHistory', async () => (await import('./history.ts')).historyStore],
  ['__MW::recentSearches', async () => (await import('./recent-searches.ts')).recentSearchesStore],
  ['__MW::clock', async () => (await import('#data/storage/clock-skew.ts')).clockStore],
  ['__MW::theme', async () => (await import('#data/preferences/theme.ts')).themeStore],
  ['__MW::locale', async () => (await import('#data/preferences/language.ts')).languageStore],
] as const;

afterEach(() => vi.unstubAllGlobals());

test.each(STORES)('the empty state of %s matches its schema', async (key, open) => {
  const read = async (stored: string | null) => {
    vi.resetModules();
    const getItem = (asked: string) => (asked === key ? stored : null);
    vi.stubGlobal('localStorage', { getItem, setItem: () => undefined });
    return (await open()).getState();
  };
  const parsed = await read('{"state":{"unknown":"kept"},"version":0}');
  expect(parsed).toEqual({ ...(await read(null)), unknown: 'kept' });
});

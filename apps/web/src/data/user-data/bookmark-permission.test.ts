import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function ruleWith(config: object) {
  vi.stubGlobal('__CONFIG__', config);
  const { mayBookmark } = await import('./bookmarks.ts');
  return mayBookmark;
}

test('bookmarks are for everyone, unless the operator requires an account', async () => {
  const open = await ruleWith({});
  expect([open({ account: null }), open({ account: {} })]).toEqual([true, true]);
  vi.resetModules();
  const closed = await ruleWith({ BOOKMARKS_REQUIRE_ACCOUNT: 'true' });
  expect([closed({ account: null }), closed({ account: {} })]).toEqual([false, true]);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { config } from '#config.ts';
import { mayBookmark } from './bookmarks.ts';

test('bookmarks are for everyone, unless the operator requires an account', () => {
  expect([mayBookmark({ account: null }), mayBookmark({ account: {} })]).toEqual([true, true]);
  vi.spyOn(config, 'BOOKMARKS_REQUIRE_ACCOUNT', 'get').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  expect([mayBookmark({ account: null }), mayBookmark({ account: {} })]).toEqual([false, true]);
});

import { expect, test } from 'vitest';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { serverFailure } from './SettingsNavigation.tsx';

const { t } = startLanguages();
await loadPageTexts('side', 'admin');

test.each<readonly [ApiFailure, string]>([
  [{ is: 'unreachable' }, "The server isn't responding"],
  [{ is: 'timeout' }, "The server isn't responding"],
  [{ is: 'unreadable' }, "We couldn't read the server's response"],
  [{ is: 'rejected', status: 429 }, 'Too many attempts'],
  [{ is: 'rejected', status: 401 }, "We couldn't read the server's response"],
  [{ is: 'rejected', status: 404 }, "We couldn't read the server's response"],
  [{ is: 'rejected', status: 503 }, "The server isn't available right now"],
])('after %j the version is: %s', (failure, text) => {
  expect(serverFailure(t, new ApiRequestError(failure, ''))).toBe(text);
});

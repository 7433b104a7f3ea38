import { expect, test } from 'vitest';

import { mediaError } from './media-error.ts';

test.each([
  [1, 'MEDIA_ERR_ABORTED', 'errorAborted'],
  [2, 'MEDIA_ERR_NETWORK', 'errorNetwork'],
  [3, 'MEDIA_ERR_DECODE', 'errorDecode'],
  [4, 'MEDIA_ERR_SRC_NOT_SUPPORTED', 'errorNotSupported'],
  [9, 'MEDIA_ERR_GENERIC', 'errorGenericMedia'],
])('code %i is called %s', (code, errorName, key) => {
  expect(mediaError({ code, message: '' })).toEqual({ type: 'htmlvideo', errorName, key });
});

test('an element that fails without saying why has a generic error', () => {
  expect(mediaError(null)).toMatchObject({ errorName: 'MEDIA_ERR_GENERIC' });
});

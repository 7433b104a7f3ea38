import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { toBase64Url } from './encoding.ts';
import { linkKeys } from './link-code.ts';

const CODE = '0123-4567-89AB-CDEF';

test('two ids and a key come of it, as another implementation finds', async () => {
  const bytes = pbkdf2Sync('0123456789ABCDEF', 'matinee-link-1', 20_000, 64, 'sha256');
  expect(await linkKeys(CODE)).toEqual({
    requestId: bytes.subarray(0, 16).toString('base64url'),
    answerId: bytes.subarray(16, 32).toString('base64url'),
    key: Uint8Array.from(bytes.subarray(32)),
  });
  const others = await linkKeys('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(others?.requestId).not.toBe(toBase64Url(bytes.subarray(0, 16)));
});

test.each(['0123456789ABCDEF', ' ol23 4567-89ab cdef\n', 'OI23-4567-89AB-CDEF'])(
  '%j is the same code',
  async (typed) => expect(await linkKeys(typed)).toEqual(await linkKeys(CODE)),
);

test.each(['', '0123-4567-89AB-CDE', `${CODE}0`, 'U123-4567-89AB-CDEF', '0123-4567-89AB-CDE!'])(
  '%j is none',
  async (typed) => expect(await linkKeys(typed)).toBeUndefined(),
);

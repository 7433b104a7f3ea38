import { expect, test } from 'vitest';
import { accountAfter } from './RegisterPage.tsx';
import type { RegisterFailure } from './VerifyStep.tsx';

test.each<readonly [RegisterFailure, 'unsure' | 'exists' | undefined]>([
  [{ is: 'exists' }, 'exists'],
  [{ is: 'notInvited' }, undefined],
  [{ is: 'expired' }, undefined],
  [{ is: 'failed', failure: { is: 'noServer' } }, undefined],
  [{ is: 'failed', failure: { is: 'rejected', status: 429 } }, undefined],
  [{ is: 'failed', failure: { is: 'rejected', status: 502 } }, 'unsure'],
  [{ is: 'failed', failure: { is: 'timeout' } }, 'unsure'],
  [{ is: 'failed', failure: { is: 'unreachable' } }, 'unsure'],
])('after %j the account is %s', (result, account) => {
  expect(accountAfter(result)).toBe(account);
});

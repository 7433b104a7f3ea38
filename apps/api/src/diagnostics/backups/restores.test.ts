import { expect, test, vi } from 'vitest';
import { BackupError, ReplacedError } from '#database/backup/archive.ts';
import { createRestores } from './restores.ts';

test.each([
  [new BackupError('Not a backup.'), { is: 'failed', message: 'Not a backup.' }],
  [new ReplacedError('No secrets.'), { is: 'failed', message: 'No secrets.', isReplaced: true }],
])('a restore that fails says whether the data was replaced: %s', async (error, state) => {
  const restores = createRestores(() => Promise.reject(error));
  const id = restores.plan({ file: 'a.tar', onlyIfEmpty: false }, () => Promise.resolve()) ?? '';
  restores.begin();
  await vi.waitFor(() => expect(restores.stateOf(id)).toEqual(state));
});

import { expect, test, vi } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { extensionChecks } from './browser-checks.ts';
import { AdvisedError, CheckError } from './run-checks.ts';

const fetchExtensionStatus = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('#data/streams/extension/status.ts', () => ({ fetchExtensionStatus }));

const { t } = startLanguages();

async function failure(status: string): Promise<unknown> {
  fetchExtensionStatus.mockResolvedValue(status);
  const [check] = await extensionChecks(t);
  return await check?.run(new AbortController().signal).catch((error: unknown) => error);
}

test('an installed extension that is outdated or broken is not to be installed again', async () => {
  const outdated = await failure('outdated');
  expect(outdated).toBeInstanceOf(AdvisedError);
  expect(outdated).toHaveProperty('message', expect.stringMatching(/\n.* Update the extension/));
  expect(await failure('failed')).toBeInstanceOf(AdvisedError);
  const disallowed = await failure('disallowed');
  expect(disallowed).toBeInstanceOf(CheckError);
  expect(disallowed).not.toBeInstanceOf(AdvisedError);
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { RestoreForm } from './RestoreForm.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function restore(status: number) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errorType: 'message', message: 'A restore is running already.' }, { status }),
  );
  render(<RestoreForm source={{ file: new File(['x'], 'matinee.tar') }} />);
  await userEvent.type(screen.getByRole('textbox'), 'restore');
  await userEvent.click(screen.getByRole('button', { name: 'Replace everything' }));
  return (await screen.findByRole('alert')).textContent;
}

const FAILED = 'The restore failed, and nothing was changed.';

test('a restore that fails says why, in the words of the app where they are known', async () => {
  expect(await restore(507)).toBe(
    `${FAILED} The server's disk is full Nothing was saved. Ask the people who run this site to free up space, then try again.`,
  );
  cleanup();
  expect(await restore(409)).toBe(`${FAILED} A restore is running already.`);
});

test('a restore that failed after the data was replaced does not deny it', async () => {
  const message = 'The data was replaced, but not the secrets.';
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.endsWith('/diagnostics/restore')
        ? { id: 'r' }
        : { is: 'failed', message, isReplaced: true },
    ),
  );
  render(<RestoreForm source={{ name: 'matinee.tar' }} />);
  await userEvent.type(screen.getByRole('textbox'), 'restore');
  await userEvent.click(screen.getByRole('button', { name: 'Replace everything' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(` ${message}`);
});

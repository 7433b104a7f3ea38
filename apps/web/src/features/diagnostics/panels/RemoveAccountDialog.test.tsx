// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { RemoveAccountDialog } from './RemoveAccountDialog.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
addModalDialogs();

test('a nickname with a space can be confirmed, and the ID tells which account it is', async () => {
  const id = 'account-1';
  render(
    <RemoveAccountDialog id={id} name="Ada " onClose={vi.fn<() => void>()} onRemoved={() => {}} />,
  );
  expect(screen.getByText(id)).toBeTruthy();
  const isDisabled = () =>
    screen.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => disabled).length;
  expect(isDisabled()).toBe(1);
  await userEvent.type(screen.getByRole('textbox'), 'Ada');
  expect(isDisabled()).toBe(0);
});

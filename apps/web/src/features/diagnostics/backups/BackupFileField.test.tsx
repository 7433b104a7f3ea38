// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { BackupFileField } from './BackupFileField.tsx';

startLanguages();
await loadPageTexts('side', 'admin');

function Field() {
  const [file, setFile] = useState<File>();
  return <BackupFileField file={file} onChange={setFile} />;
}

test('the button and the chosen file are in the words of the app', () => {
  render(<Field />);
  const button = screen.getByLabelText('Choose file');
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByText('Backup file (.tar)').id);
  const choose = (name: string) =>
    fireEvent.change(button, { target: { files: [new File(['12345'], name)] } });
  choose('first.tar');
  expect(screen.getByRole('status').textContent).toBe('first.tar 0 kB');
  choose('second.tar');
  expect(screen.getByRole('status').textContent).toContain('second.tar');
});

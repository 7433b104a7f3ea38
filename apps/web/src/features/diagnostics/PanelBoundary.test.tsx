// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { PanelBoundary } from './PanelBoundary.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(cleanup);

const CONTENT = 'Three backups';
const OTHER = 'Configuration';

test('a panel that fails to render leaves the others, says why, and can be tried again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Broken = () => {
    if (isBroken) throw new TypeError('no list');
    return <p>{CONTENT}</p>;
  };
  render(
    <>
      <PanelBoundary>
        <Broken />
      </PanelBoundary>
      <PanelBoundary>
        <p>{OTHER}</p>
      </PanelBoundary>
    </>,
  );
  expect(screen.getByText(OTHER)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('TypeError: no list');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText(CONTENT)).toBeTruthy();
});

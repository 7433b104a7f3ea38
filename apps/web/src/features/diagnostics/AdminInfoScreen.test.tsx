// @vitest-environment jsdom
import { CHECK_CODES, type CheckCode } from '@matinee/shared/contract/diagnostics';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { AdminInfoScreen, hasRunAll, outcomeOf } from './AdminInfoScreen.tsx';

vi.mock('#data/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  relayUrls: () => {
    throw new Error('broken facts');
  },
}));
startLanguages();
await loadPageTexts('side', 'admin');
afterEach(cleanup);

const run = (...codes: readonly CheckCode[]) => ({
  isRunning: false,
  isBroken: false,
  isComplete: true,
  rows: codes.map((code) => ({
    key: code,
    check: 'disk' as const,
    isRunning: false,
    result: { check: 'disk' as const, code, status: CHECK_CODES[code], ms: 1, facts: {} },
  })),
});

test('no problems are only told where there is not even a warning', () => {
  expect(outcomeOf(['passed'], run('diskOk'))).toMatchObject({ is: 'works' });
  expect(outcomeOf(['passed'], run('diskOk', 'diskLow'))).toEqual({ is: 'warnings', count: 1 });
  expect(outcomeOf(['passed', 'failed'], run('diskLow', 'diskFull'))).toEqual({
    is: 'failed',
    count: 1,
  });
});

test('checks that could not run are no success', () => {
  expect(outcomeOf(['passed'], { ...run(), isBroken: true })).toMatchObject({ is: 'broken' });
});

test('a part of the checks does not tell that there are no problems', () => {
  const whole = Array.from({ length: 8 }, () => ({ isComplete: true }));
  expect(hasRunAll(whole, undefined)).toBe(true);
  expect(hasRunAll(whole, run('diskOk'))).toBe(true);
  expect(hasRunAll(whole, { isComplete: false })).toBe(false);
  expect(hasRunAll(whole.slice(1), undefined)).toBe(false);
  expect(hasRunAll([...whole.slice(1), { isComplete: false }], undefined)).toBe(false);
});

test('facts that cannot be shown leave the summary and the other panels', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AdminInfoScreen invitations={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('broken facts');
  expect(screen.getByRole('region', { name: 'All checks' })).not.toBeNull();
  expect(screen.getByRole('region', { name: 'Metrics' })).not.toBeNull();
});

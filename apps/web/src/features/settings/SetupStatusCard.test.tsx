// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { overallStatus, SetupStatusCard, type SetupStatus } from './SetupStatusCard.tsx';

startLanguages();
await loadPageTexts('side', 'admin');
afterEach(cleanup);

const UNSET: SetupStatus = { extension: 'unknown', proxy: 'unset', site: 'used' };

test.each<readonly [string, Partial<SetupStatus>]>([
  ['site', {}],
  ['checking', { extension: 'checking' }],
  ['site', { extension: 'disallowed' }],
  ['site', { extension: 'noperms' }],
  ['none', { site: 'none' }],
  ['works', { extension: 'success', site: 'none' }],
  ['works', { proxy: 'works' }],
  ['attention', { proxy: 'unreachable' }],
  ['attention', { proxy: 'notProxy', extension: 'success' }],
  ['attention', { proxy: 'invalid' }],
  ['checking', { proxy: 'checking' }],
  ['checking', { proxy: 'checking', site: 'none' }],
  ['works', { extension: 'success', proxy: 'checking' }],
  ['attention', { extension: 'checking', proxy: 'invalid' }],
])('the overall status is %s with %j', (overall, ways) => {
  expect(overallStatus({ ...UNSET, ...ways })).toBe(overall);
});

test('nobody is urged to set something up where the site has a default setup', () => {
  const client = new QueryClient();
  client.setQueryData(['setup', 'extension'], 'unknown');
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SetupStatusCard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByText(/You don't have to set anything up/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set up' }).dataset.kind).toBe('secondary');
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '#i18n/index.ts';
import { DiscoverRow } from './DiscoverRow.tsx';
import type { DiscoverRowData } from './useRows.ts';

startLanguages();
afterEach(cleanup);

const GENRE = { id: 'movie genre 0', kind: 'movie', by: 'genre', position: 0 } as const;
const PROVIDER = { id: 'movie provider', kind: 'movie', by: 'provider' } as const;
const FAILED = { is: 'failed', retry: () => undefined } as const;

test.each<readonly [string, Pick<DiscoverRowData, 'definition' | 'state'>]>([
  ['Genres', { definition: GENRE, state: FAILED }],
  ['Streaming services', { definition: PROVIDER, state: FAILED }],
  ['Loading…', { definition: GENRE, state: { is: 'waiting' } }],
])('a row without its genre or service is named %s', (name, row) => {
  render(<DiscoverRow row={{ ...row, choice: undefined, choices: [] }} group="movies" />);
  expect(screen.getByRole('heading').textContent).toBe(name);
});

// @vitest-environment jsdom
import type { TitleFile } from '@matinee/shared/contract/library-files';
import type { FileStream } from '@matinee/shared/media/stream';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { config } from '#config.ts';
import type { MovieMeta } from '#data/catalog/details.ts';
import { titleFiles } from '#data/catalog/library-files.ts';
import { startLanguages } from '#i18n/index.ts';
import { SourcesContext } from './source-picker-context.ts';
import { createSourcePicker } from './source-picker.ts';
import { VersionMenu } from './VersionMenu.tsx';
import type { WatchState } from '../watch-machine.ts';

startLanguages();
const initial = { ...config };
beforeEach(() => Object.assign(config, { OWN_LIBRARY: true }));
afterEach(() => {
  cleanup();
  Object.assign(config, initial);
});

const version = (id: string): TitleFile => ({
  id,
  season: null,
  episodes: [],
  edition: id,
  container: 'MP4',
  size: null,
  isPlayable: true,
  media: null,
});
const meta: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 2031, tmdbId: '16093' };
const search = { meta, progress: { sources: [], running: [] } };
const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const playing = { ...search, at: 'playing', stream } as const;

async function* nothing(): AsyncGenerator<never> {}

test.each<[string, boolean, WatchState]>([
  ['a folder plays', true, { ...playing, sourceId: 'folder' }],
  ['another source plays', false, { ...playing, sourceId: 'jellyfin' }],
  ['nothing was found', false, { ...search, at: 'notFound' }],
])('while %s, the version in the address counts as playing: %s', (_, isPlaying, state) => {
  const client = new QueryClient();
  const files = ['Original', 'Restored'].map(version);
  const { queryKey } = titleFiles({ type: 'movie', tmdbId: '16093' });
  client.setQueryData(queryKey, { files, extras: [] });
  const sources = createSourcePicker({ runSource: nothing, runEmbed: nothing });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/media/x?file=Restored']}>
        <SourcesContext value={{ sources, state }}>
          <VersionMenu cameFrom="" onOpen={() => undefined} onDone={() => undefined} />
        </SourcesContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rows = screen.getAllByRole('menuitemradio').map((row) => row.getAttribute('aria-checked'));
  expect(rows).toEqual(['false', String(isPlaying)]);
});

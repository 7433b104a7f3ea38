import { expect, test } from 'vitest';
import type { MissCause } from '@matinee/shared/contract/scrape';
import type { MovieMeta } from '#data/catalog/details.ts';
import { notFoundReason } from './not-found.ts';
import type { ScrapeSource, ScrapeStatus } from '../sources/scrape-progress.ts';

const meta: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 2031, tmdbId: '16093' };

const list = {
  sources: ['alpha', 'beta', 'series'].map((id, rank) => ({
    type: 'source' as const,
    id,
    rank,
    name: id,
    mediaTypes: [id === 'series' ? ('show' as const) : ('movie' as const)],
  })),
  names: new Map<string, string>(),
  onUserRelays: new Set<string>(),
};

const source = (id: string, status: ScrapeStatus, code?: MissCause['code']): ScrapeSource => ({
  id,
  scraperId: id,
  status,
  percentage: 100,
  embeds: [],
  ...(code && { cause: { code } }),
});

const why = (sources: readonly ScrapeSource[], disabled: readonly string[] = []) =>
  notFoundReason({ meta, progress: { sources, running: [] } }, list, disabled);

const ALPHA = source('alpha', 'notfound');
const BETA = source('beta', 'notfound');

test.each([
  ['no source has the title', why([ALPHA, BETA]), { kind: 'text' }],
  ['there are no sources', why([]), { kind: 'noSources' }],
  ['all sources are disabled', why([], ['alpha', 'beta']), { kind: 'allDisabled' }],
  ['one source is disabled', why([ALPHA], ['beta', 'gone']), { kind: 'someDisabled', count: 1 }],
  ['only the remaining sources were searched', why([ALPHA]), { kind: 'others' }],
  [
    'some sources failed or were not searched',
    why([source('alpha', 'failure'), source('beta', 'waiting')]),
    { kind: 'unsure', sourceIds: ['alpha', 'beta'] },
  ],
  [
    'all that failed were behind proxies that did not respond',
    why([ALPHA, { ...source('beta', 'failure'), error: { name: 'ProxyError', message: 'gone' } }]),
    { kind: 'proxies' },
  ],
  [
    'one has an unplayable file, whatever the others have',
    why([source('alpha', 'failure'), source('beta', 'notfound', 'unplayableFile')], ['beta']),
    { kind: 'cause', cause: { code: 'unplayableFile' }, sourceId: 'beta' },
  ],
  [
    'several have a reason, the most specific one counts',
    why([source('alpha', 'notfound', 'torrentsOnly'), source('beta', 'notfound', 'deadLink')]),
    { kind: 'cause', cause: { code: 'deadLink' }, sourceId: 'beta' },
  ],
])('the reason when %s', (_, reason, expected) => {
  expect(reason).toEqual(expected);
});

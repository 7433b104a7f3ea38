import { expect, test } from 'vitest';
import { fullName, scrapeRows } from './ScrapeScreen.tsx';
import { noProgress, scrapeProgress } from './scrape-progress.ts';

test('embeds with the same name are numbered', () => {
  const progress = [
    { type: 'init' as const, sourceIds: ['archive'] },
    {
      type: 'discoverEmbeds' as const,
      sourceId: 'archive',
      embeds: [
        { id: 'archive-0', embedScraperId: 'item' },
        { id: 'archive-1', embedScraperId: 'item' },
        { id: 'archive-2', embedScraperId: 'search' },
      ],
    },
  ].reduce(scrapeProgress, noProgress);
  const names = new Map([
    ['archive', 'Archive'],
    ['item', 'Archive item'],
    ['search', 'Archive search'],
  ]);
  expect(scrapeRows(progress, names).map(fullName)).toEqual([
    'Archive',
    'Archive item 1',
    'Archive item 2',
    'Archive search',
  ]);
});

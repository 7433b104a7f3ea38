import { SKIPPED_FOR_SPEED, type ScrapeEvent } from '@matinee/shared/contract/scrape';
import { describe, expect, test } from 'vitest';
import { currentItem, scrapeRows } from './ScrapeScreen.tsx';
import { scrapeDetails } from '../failures/not-found.ts';
import { noProgress, scrapeProgress, shownStatus, type ScrapeProgress } from './scrape-progress.ts';

const stream = { id: 's', type: 'hls', playlist: 'p', flags: [], captions: [] } as const;
const init: ScrapeEvent = { type: 'init', sourceIds: ['alpha', 'beta', 'gamma'] };
const start = (id: string): ScrapeEvent => ({ type: 'start', id });
const update = (
  id: string,
  status: 'pending' | 'notfound' | 'failure',
  percentage = 100,
): ScrapeEvent => ({
  type: 'update',
  id,
  status,
  percentage,
});
const embeds = (sourceId: string, count: number): ScrapeEvent => ({
  type: 'discoverEmbeds',
  sourceId,
  embeds: Array.from({ length: count }, (_, at) => ({
    id: `${sourceId}-${at}`,
    embedScraperId: 'item',
  })),
});
const completed = (sourceId: string): ScrapeEvent => ({
  type: 'completed',
  sourceId,
  stream: { ...stream, flags: [], captions: [] },
});

const after = (...events: readonly ScrapeEvent[]): ScrapeProgress =>
  [init, ...events].reduce(scrapeProgress, noProgress);

/** `alpha:success alpha-0:pending ...`, what the screen shows. */
const shown = (state: ScrapeProgress) =>
  scrapeRows(state, new Map())
    .map((row) => `${row.id}:${row.status}`)
    .join(' ');

test('the sources of a second relay join the list', () => {
  const state = after(start('alpha'), update('alpha', 'notfound'), start('beta'), {
    type: 'init',
    sourceIds: ['alpha', 'beta', 'gamma', 'delta'],
  });
  expect(shown(state)).toBe('alpha:notfound beta:pending gamma:waiting delta:waiting');
});

describe('the progress of a search', () => {
  test.each([
    ['nothing has started', [], 'alpha:waiting beta:waiting gamma:waiting'],
    ['a source starts', [start('alpha')], 'alpha:pending beta:waiting gamma:waiting'],
    [
      'a source does not have the title',
      [start('alpha'), update('alpha', 'notfound'), start('beta')],
      'alpha:notfound beta:pending gamma:waiting',
    ],
    [
      'a source fails',
      [start('alpha'), update('alpha', 'failure')],
      'alpha:failure beta:waiting gamma:waiting',
    ],
    [
      'a source ends without a result',
      [start('alpha'), start('beta')],
      'alpha:notfound beta:pending gamma:waiting',
    ],
    [
      'a source ends in favor of its own embed',
      [start('alpha'), embeds('alpha', 2), start('alpha-0')],
      'alpha:success alpha-0:pending alpha-1:waiting beta:waiting gamma:waiting',
    ],
    [
      'an embed fails and the next one starts',
      [
        start('alpha'),
        embeds('alpha', 2),
        start('alpha-0'),
        update('alpha-0', 'failure'),
        start('alpha-1'),
      ],
      'alpha:success alpha-0:failure alpha-1:pending beta:waiting gamma:waiting',
    ],
    [
      'an old runner reports a source’s failure for its embed',
      [
        start('alpha'),
        embeds('alpha', 2),
        start('alpha-0'),
        update('alpha', 'failure'),
        start('alpha-1'),
      ],
      'alpha:success alpha-0:failure alpha-1:pending beta:waiting gamma:waiting',
    ],
    [
      'all embeds of a source fail',
      [
        start('alpha'),
        embeds('alpha', 1),
        start('alpha-0'),
        update('alpha-0', 'notfound'),
        start('beta'),
      ],
      'alpha:notfound alpha-0:notfound beta:pending gamma:waiting',
    ],
    [
      'others run at the same time',
      [start('alpha'), { type: 'race', running: ['alpha', 'beta'] }],
      'alpha:pending beta:pending gamma:waiting',
    ],
    [
      'a source wins',
      [start('alpha'), completed('alpha')],
      'alpha:success beta:waiting gamma:waiting',
    ],
    [
      'an embed wins',
      [start('alpha'), embeds('alpha', 1), start('alpha-0'), completed('alpha')],
      'alpha:success alpha-0:success beta:waiting gamma:waiting',
    ],
    [
      'another one wins than the one shown',
      [start('alpha'), { type: 'race', running: ['alpha', 'beta'] }, completed('beta')],
      'alpha:pending beta:success gamma:waiting',
    ],
    [
      'nothing is found',
      [start('alpha'), update('alpha', 'notfound'), start('beta'), { type: 'noOutput' }],
      'alpha:notfound beta:notfound gamma:waiting',
    ],
    [
      'an unknown item is named',
      [start('delta'), update('delta', 'failure')],
      'alpha:waiting beta:waiting gamma:waiting',
    ],
  ] satisfies [string, ScrapeEvent[], string][])('when %s', (_, events, expected) => {
    expect(shown(after(...events))).toBe(expected);
  });

  test('percentages stay between 0 and 100', () => {
    const at = (percentage: number) =>
      after(start('alpha'), update('alpha', 'pending', percentage)).sources[0]?.percentage;
    expect([at(-5), at(40), at(900)]).toEqual([0, 40, 100]);
  });

  test('a source with untried embeds has not failed', () => {
    const state = after(
      start('alpha'),
      embeds('alpha', 2),
      start('alpha-0'),
      update('alpha-0', 'notfound'),
    );
    expect(state.sources[0] && shownStatus(state, state.sources[0])).toBe('success');
  });
});

describe('the rows', () => {
  test('show names if known, and count sources, not embeds', () => {
    const state = after(start('alpha'), embeds('alpha', 2), start('alpha-1'));
    const rows = scrapeRows(state, new Map([['item', 'Archive item']]));
    expect(currentItem(rows, state)).toMatchObject({
      position: 2,
      row: { name: 'Archive item', number: 2, sourcePosition: 1 },
    });
    expect(rows[0]?.name).toBe('alpha');
  });

  test('start at the first one', () => {
    const state = after();
    expect(currentItem(scrapeRows(state, undefined), state)).toEqual({
      position: 0,
      row: undefined,
    });
  });
});

test('the details name every item, its reason and its error', () => {
  const progress = after(
    start('alpha'),
    { type: 'update', id: 'alpha', percentage: 100, status: 'notfound', reason: SKIPPED_FOR_SPEED },
    start('beta'),
    {
      type: 'update',
      id: 'beta',
      percentage: 100,
      status: 'failure',
      error: { name: 'TypeError', message: 'no answer' },
    },
  );
  const failure = { name: 'RelayError', message: 'gone' };
  const explain = () => '';
  expect(scrapeDetails({ path: '/media/x?t=5', isRelay: true, progress, failure, explain })).toBe(
    [
      'URL - /media/x?t=5',
      'API - true',
      '',
      'alpha: notfound',
      'slower than another source',
      'beta: failure',
      'TypeError: no answer',
      'gamma: waiting',
      'RelayError: gone',
    ].join('\n'),
  );
});

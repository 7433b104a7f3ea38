import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { describe, expect, test } from 'vitest';
import type { MovieMeta } from '#data/catalog/details.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import { noProgress, type ScrapeSource, type ScrapeStatus } from './scrape-progress.ts';
import {
  metaOf,
  resolving,
  remainingSources,
  unansweredSources,
  watchReducer,
  type FoundStream,
  type WatchState,
  type WatchEvent,
} from './watch-machine.ts';

const meta: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const stream: FileStream = {
  id: 'a',
  type: 'file',
  flags: [],
  captions: [],
  qualities: { '480': { type: 'mp4', url: 'x' } },
};
const error: PlaybackError = { errorName: 'MEDIA_ERR_DECODE', type: 'htmlvideo' };

const resolved: WatchEvent = { type: 'resolved', meta };
const init: WatchEvent = { type: 'scraped', event: { type: 'init', sourceIds: ['a', 'b'] } };
const hit: WatchEvent = { type: 'scraped', event: { type: 'completed', sourceId: 'a', stream } };
const failedWith = (name: string): WatchEvent => ({
  type: 'scraped',
  event: { type: 'error', name, message: 'm' },
});

const after = (...events: readonly WatchEvent[]): WatchState =>
  events.reduce(watchReducer, resolving);

describe('playback states', () => {
  test.each<[string, WatchEvent[], WatchState['at']]>([
    ['begins by asking what the title is', [], 'resolving'],
    ['scrapes once it knows', [resolved], 'scraping'],
    ['plays what was found', [resolved, init, hit], 'playing'],
    [
      'ends when nothing is found',
      [resolved, init, { type: 'scraped', event: { type: 'noOutput' } }],
      'notFound',
    ],
    [
      'ends when the run breaks',
      [resolved, { type: 'scrapeFailed', error: { name: 'E', message: 'm' } }],
      'notFound',
    ],
    [
      'shows that a stream does not play',
      [
        resolved,
        hit,
        { type: 'playbackFailed', error },
        { type: 'failedOver', progress: noProgress },
      ],
      'playbackError',
    ],
    [
      'looks for another stream of an only source',
      [resolved, hit, { type: 'playbackFailed', error }],
      'failingOver',
    ],
    ['is blocked when the catalogue fails', [{ type: 'blocked', why: 'failed' }], 'blocked'],
    ['is blocked while it scrapes', [resolved, { type: 'blocked', why: 'api' }], 'blocked'],
    [
      'plays on when the list of names fails late',
      [resolved, hit, { type: 'blocked', why: 'api' }],
      'playing',
    ],
    [
      'plays what the viewer has chosen after one that does not play',
      [
        resolved,
        hit,
        { type: 'playbackFailed', error },
        { type: 'switched', stream, sourceId: 'b' },
      ],
      'playing',
    ],
    [
      'plays what the viewer has chosen after a search for nothing',
      [
        resolved,
        init,
        { type: 'scraped', event: { type: 'noOutput' } },
        { type: 'switched', stream, sourceId: 'b' },
      ],
      'playing',
    ],
    [
      'exchanges nothing while it searches',
      [resolved, { type: 'switched', stream, sourceId: 'b' }],
      'scraping',
    ],
    ['says that a title is not released', [{ type: 'unreleased', meta }], 'unreleased'],
    ['starts over', [resolved, hit, { type: 'started' }], 'resolving'],
    ['hears nothing of a run that it has left', [hit], 'resolving'],
    [
      'has no playback error before it plays',
      [resolved, { type: 'playbackFailed', error }],
      'scraping',
    ],
    ['does not scrape what is blocked', [{ type: 'blocked', why: 'removed' }, resolved], 'blocked'],
    [
      'keeps playing what it plays',
      [resolved, hit, { type: 'scrapeFailed', error: { name: 'E', message: '' } }],
      'playing',
    ],
  ])('%s', (_, events, at) => {
    expect(after(...events).at).toBe(at);
  });

  test('only errors other than not-found count as failures', () => {
    expect(after(resolved, failedWith('NotFoundError'))).toMatchObject({ failure: undefined });
    expect(after(resolved, failedWith('Error'))).toMatchObject({
      failure: { name: 'Error', message: 'm' },
    });
  });

  test('the metadata is available once resolved', () => {
    expect(metaOf(after())).toBeUndefined();
    expect(metaOf(after(resolved, hit))).toBe(meta);
  });
});

test('after a failed stream the untried and slow sources are left', () => {
  const item = { percentage: 0, embeds: [] };
  const found: FoundStream = {
    meta,
    stream,
    sourceId: 'winner',
    progress: {
      running: [],
      sources: [
        { ...item, id: 'slow', scraperId: 'slow', status: 'notfound', reason: SKIPPED_FOR_SPEED },
        { ...item, id: 'empty', scraperId: 'empty', status: 'notfound' },
        { ...item, id: 'failedSources', scraperId: 'failedSources', status: 'failure' },
        { ...item, id: 'winner', scraperId: 'winner', status: 'success' },
        { ...item, id: 'later', scraperId: 'later', status: 'waiting' },
      ],
    },
  };
  expect(remainingSources(found)).toEqual(['slow', 'later']);
});

describe('unanswered sources', () => {
  const item = { percentage: 0 };
  const source = (id: string, status: ScrapeStatus, more: Partial<ScrapeSource> = {}) => ({
    ...item,
    id,
    scraperId: id,
    status,
    embeds: [],
    ...more,
  });

  test('are those that failed, were too slow, or were never searched', () => {
    const embed = { ...item, id: 'e-0', scraperId: 'e', status: 'failure' as const };
    const progress = {
      running: [],
      sources: [
        source('no', 'notfound'),
        source('failed', 'failure'),
        source('slow', 'notfound', { reason: SKIPPED_FOR_SPEED }),
        source('failedSources embed', 'success', { embeds: [embed] }),
        source('empty embed', 'success', { embeds: [{ ...embed, status: 'notfound' }] }),
        source('stopped', 'pending'),
        source('later', 'waiting'),
      ],
    };
    expect(unansweredSources({ meta, progress })).toEqual([
      'failed',
      'slow',
      'failedSources embed',
      'stopped',
      'later',
    ]);
  });
});

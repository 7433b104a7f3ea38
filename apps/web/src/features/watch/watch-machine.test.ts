import { SKIPPED_FOR_SPEED } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { describe, expect, test } from 'vitest';
import type { MovieMeta } from '#data/catalog/details.ts';
import type { PlaybackError } from '#player/engine/engine.ts';
import { noProgress, type ScrapeSource, type ScrapeStatus } from './sources/scrape-progress.ts';
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
    ['starts by resolving the title', [], 'resolving'],
    ['searches once resolved', [resolved], 'scraping'],
    ['plays the found stream', [resolved, init, hit], 'playing'],
    [
      'ends without a result',
      [resolved, init, { type: 'scraped', event: { type: 'noOutput' } }],
      'notFound',
    ],
    [
      'ends after a failed search',
      [resolved, { type: 'scrapeFailed', error: { name: 'E', message: 'm' } }],
      'notFound',
    ],
    [
      'shows a playback error',
      [
        resolved,
        hit,
        { type: 'playbackFailed', error },
        { type: 'failedOver', progress: noProgress },
      ],
      'playbackError',
    ],
    [
      'searches another stream of a single source',
      [resolved, hit, { type: 'playbackFailed', error }],
      'failingOver',
    ],
    ['is blocked by a metadata error', [{ type: 'blocked', why: 'failed' }], 'blocked'],
    ['can be blocked during the search', [resolved, { type: 'blocked', why: 'api' }], 'blocked'],
    [
      'ignores a late failure of the source list',
      [resolved, hit, { type: 'blocked', why: 'api' }],
      'playing',
    ],
    [
      'plays a chosen stream after a failed one',
      [
        resolved,
        hit,
        { type: 'playbackFailed', error },
        { type: 'switched', stream, sourceId: 'b' },
      ],
      'playing',
    ],
    [
      'plays a chosen stream after an empty search',
      [
        resolved,
        init,
        { type: 'scraped', event: { type: 'noOutput' } },
        { type: 'switched', stream, sourceId: 'b' },
      ],
      'playing',
    ],
    [
      'ignores a manual choice during the search',
      [resolved, { type: 'switched', stream, sourceId: 'b' }],
      'scraping',
    ],
    ['shows that a title is unreleased', [{ type: 'unreleased', meta }], 'unreleased'],
    ['restarts', [resolved, hit, { type: 'started' }], 'resolving'],
    ['ignores events of an earlier run', [hit], 'resolving'],
    [
      'ignores playback errors before playback',
      [resolved, { type: 'playbackFailed', error }],
      'scraping',
    ],
    ['stays blocked', [{ type: 'blocked', why: 'removed' }, resolved], 'blocked'],
    [
      'ignores a search error during playback',
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

import type { EmbedRef, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlaybackError } from '#player/engine/engine.ts';
import { nextStreamOfSource } from './useFailover.ts';
import type { ScrapeItem } from './scrape-progress.ts';
import { foundKey } from './stream-key.ts';
import type { FoundStream } from '../watch-machine.ts';

const playlist = (id: string, host = 'films.test'): Stream => ({
  id,
  type: 'hls',
  flags: [],
  captions: [],
  playlist: `https://${host}/${id}.m3u8`,
});
const embed = (embedId: string, url: string): EmbedRef => ({ embedId, url });
const item = (scraperId: string, status: ScrapeItem['status']): ScrapeItem => ({
  id: `s-${scraperId}`,
  scraperId,
  status,
  percentage: 100,
});
const error: PlaybackError = { type: 'hls', errorName: 'X', key: 'errorParts' };

beforeEach(() => void vi.stubGlobal('location', { href: 'https://site.test/' }));
afterEach(() => void vi.unstubAllGlobals());

async function next(
  output: Partial<Extract<ScrapeSourceEvent, { type: 'completed' }>>,
  failed: Partial<FoundStream & { error: PlaybackError }> = {},
  items: readonly ScrapeItem[] = [],
) {
  const searched: string[] = [];
  const found = await nextStreamOfSource(
    {
      meta: { type: 'movie', title: 'A', releaseYear: 1962, tmdbId: '1' },
      sourceId: 's',
      stream: playlist('first'),
      progress: {
        running: [],
        sources: [{ id: 's', scraperId: 's', status: 'success', percentage: 100, embeds: items }],
      },
      error,
      ...failed,
    },
    {
      runSource: async function* () {
        yield { type: 'completed', embeds: [], ...output };
      },
      runEmbed: async function* (_id, url) {
        searched.push(url);
        if (url === 'empty') yield { type: 'error', name: 'NotFoundError', message: 'Nothing' };
        else yield { type: 'completed', stream: [playlist(`of ${url}`)] };
      },
      prepareFurther: async () => undefined,
    },
    new AbortController().signal,
  );
  return { id: found?.stream.id, key: found?.key, searched };
}

test('the stream after the failed one is next', async () => {
  const stream = ['first', 'second', 'third'].map((id) => playlist(id));
  const { id, key = '' } = await next({ stream });
  expect(id).toBe('second');
  expect((await next({ stream }, { key, failedStreams: ['#first:0'] })).id).toBe('third');
  expect(
    (await next({ stream }, { key: '#third:0', failedStreams: ['#first:0', '#second:0'] })).id,
  ).toBeUndefined();
});

test('a stream with a changed URL is the same stream', async () => {
  expect((await next({ stream: [playlist('first', 'mirror.test')] })).id).toBeUndefined();
});

test('a missing stream does not shift the others', async () => {
  const stream = [playlist('second'), playlist('third')];
  expect((await next({ stream })).id).toBe('second');
});

test('streams with the same name are distinguished by their order', async () => {
  const stream = [playlist('first'), playlist('first', 'mirror.test')];
  expect(await next({ stream })).toMatchObject({ id: 'first', key: '#first:1' });
});

describe('embeds', () => {
  const embeds = [embed('x', 'x1'), embed('x', 'empty'), embed('y', 'y1')];

  test('are searched until one has an unplayed stream', async () => {
    const key = foundKey(
      { running: [], sources: [] },
      { sourceId: 's', embedId: 'x', stream: { id: 'of x1' } },
    );
    const found = await next({ embeds }, { key });
    expect(found).toEqual({ id: 'of y1', key: 'y:0#of y1:0', searched: ['empty', 'y1'] });
  });

  test('that had nothing in the search are left out', async () => {
    const items = [item('x', 'success'), item('x', 'notfound'), item('y', 'waiting')];
    const { searched } = await next({ embeds }, { key: 'x:0#of x1:0' }, items);
    expect(searched).toEqual(['y1']);
  });
});

describe('a server that is down', () => {
  const down = { error: { ...error, key: 'errorNetwork' } } as const;

  test('is not used for another stream', async () => {
    const stream = [playlist('first'), playlist('second'), playlist('third', 'other.test')];
    expect((await next({ stream }, down)).id).toBe('third');
  });

  test('is unknown for relayed streams', async () => {
    const stream = [playlist('first', 'site.test'), playlist('second', 'site.test')];
    expect((await next({ stream }, { ...down, stream: playlist('first', 'site.test') })).id).toBe(
      'second',
    );
  });
});

test('an embed may have several streams', async () => {
  const found = await next({ embeds: [embed('x', 'x1')] }, { key: 'x:0#of x1:0' });
  expect(found).toMatchObject({ id: undefined, searched: ['x1'] });
});

test('a source gets at most five attempts', async () => {
  const stream = Array.from({ length: 9 }, (_, at) => playlist(String(at)));
  const failedStreams = ['#0:0', '#1:0', '#2:0', '#3:0'];
  expect((await next({ stream }, { key: '#4:0', failedStreams })).id).toBeUndefined();
});

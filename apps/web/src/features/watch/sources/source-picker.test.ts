import { ScrapeEmbedEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import type { SourceOutcome } from '#data/streams/report.ts';
import { createSourcePicker, type PickedStream } from './source-picker.ts';

const media = { type: 'movie', title: 'A', releaseYear: 1968, tmdbId: '1' } as const;
const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const miss = { type: 'error', name: 'NotFoundError', message: 'not there' } as const;
const embeds = ['u1', 'u2'].map((url) => ({ embedId: 'item', url }));

type Ends = Record<string, ScrapeSourceEvent | ScrapeEmbedEvent | Error | 'never'>;

function setUp(ends: Ends) {
  const searched: string[] = [];
  const fresh: string[] = [];
  const aborted: string[] = [];
  const found: PickedStream[] = [];
  const reported: SourceOutcome[] = [];
  async function* run<E>(key: string, event: ZodType<E>, signal: AbortSignal): AsyncGenerator<E> {
    searched.push(key);
    signal.addEventListener('abort', () => aborted.push(key));
    const end = ends[key];
    if (end === 'never') await new Promise<never>(() => undefined);
    if (end instanceof Error) throw end;
    yield event.parse(end);
  }
  const sources = createSourcePicker({
    runSource: (id, _, { signal, isFresh }) => {
      if (isFresh) fresh.push(id);
      return run(id, ScrapeSourceEvent, signal);
    },
    runEmbed: (_, url, { signal, isFresh }) => {
      if (isFresh) fresh.push(url);
      return run(url, ScrapeEmbedEvent, signal);
    },
  });
  const stop = sources.open({
    media,
    onFound: (one) => found.push(one),
    report: (outcome) => reported.push(outcome),
  });
  return {
    ...sources,
    stop,
    searched,
    fresh,
    aborted,
    found,
    reported,
    state: () => sources.store.getState(),
  };
}

test('a stream plays at once', async () => {
  const { chooseSource, found, reported, state } = setUp({
    a: { type: 'completed', embeds, stream: [stream] },
  });
  await chooseSource('a');
  expect(found).toEqual([{ sourceId: 'a', stream, key: '#s:0' }]);
  expect(reported).toEqual([{ providerId: 'a', status: 'success' }]);
  expect(state()).toEqual({ chosen: 'a', embeds: [], attempts: {}, causes: {} });
});

test('what is searched again is not taken from a cache', async () => {
  const { chooseSource, chooseEmbed, fresh } = setUp({
    a: { type: 'completed', embeds },
    u1: miss,
    b: miss,
  });
  const [first] = embeds;
  if (!first) throw new Error('There is no embed');
  await chooseSource('a');
  await chooseEmbed(first);
  await chooseSource('b');
  expect(fresh).toEqual([]);
  await chooseSource('a');
  await chooseEmbed(first);
  expect(fresh).toEqual(['a', 'u1']);
});

test('a single embed is searched automatically', async () => {
  const { chooseSource, found, searched, reported } = setUp({
    a: { type: 'completed', embeds: embeds.slice(0, 1) },
    u1: { type: 'completed', stream: [stream] },
  });
  await chooseSource('a');
  expect(searched).toEqual(['a', 'u1']);
  expect(found).toEqual([{ sourceId: 'a', stream, key: 'item:0#s:0' }]);
  expect(reported).toEqual([{ providerId: 'a', embedId: 'item', status: 'success' }]);
});

test('several embeds are offered to the user', async () => {
  const { chooseSource, chooseEmbed, found, searched, state } = setUp({
    a: { type: 'completed', embeds },
    u1: { type: 'error', name: 'Error', message: 'broken' },
    u2: { type: 'completed', stream: [stream] },
  });
  await chooseSource('a');
  expect(searched).toEqual(['a']);
  expect(state().embeds).toEqual(embeds);
  await chooseEmbed(embeds[0]!);
  expect(state().attempts).toEqual({ u1: 'failure' });
  await chooseEmbed(embeds[1]!);
  expect(found).toEqual([{ sourceId: 'a', stream, key: 'item:1#s:0' }]);
});

test.each<[string, Ends, Record<string, string>]>([
  ['does not have it', { a: miss }, { a: 'notfound' }],
  ['fails', { a: { ...miss, name: 'TypeError' } }, { a: 'failure' }],
  ['is unreachable', { a: new Error('down') }, { a: 'failure' }],
  ['has no streams', { a: { type: 'completed', embeds: [] } }, { a: 'notfound' }],
  [
    'has an embed without the title',
    { a: { type: 'completed', embeds: embeds.slice(0, 1) }, u1: miss },
    { u1: 'notfound' },
  ],
  [
    'has an embed without a stream',
    {
      a: { type: 'completed', embeds: embeds.slice(0, 1) },
      u1: { type: 'completed', stream: [] },
    },
    { u1: 'notfound' },
  ],
])('a source that %s is marked, and playback continues', async (_, ends, attempts) => {
  const { chooseSource, found, state } = setUp(ends);
  await chooseSource('a');
  expect(state().attempts).toEqual(attempts);
  expect(found).toEqual([]);
});

test('a new attempt cancels the previous one', async () => {
  const { chooseSource, aborted, found, state, reported } = setUp({
    a: 'never',
    b: { type: 'completed', embeds: [], stream: [stream] },
  });
  void chooseSource('a');
  expect(state().attempts).toEqual({ a: 'searching' });
  await chooseSource('b');
  expect(aborted).toEqual(['a']);
  expect(found).toEqual([{ sourceId: 'b', stream, key: '#s:0' }]);
  expect(state().attempts).toEqual({});
  expect(reported).toHaveLength(1);
});

test('another title resets the results', async () => {
  const { chooseSource, stop, state, searched } = setUp({ a: miss });
  await chooseSource('a');
  stop();
  expect(state()).toEqual({ chosen: undefined, embeds: [], attempts: {}, causes: {} });
  await chooseSource('a');
  expect(searched).toEqual(['a']);
});

test('the cause is kept until the next attempt', async () => {
  const cause = { code: 'unplayableStreams', format: '.mkv' } as const;
  const { chooseSource, state } = setUp({ a: { ...miss, cause }, b: 'never' });
  await chooseSource('a');
  expect(state()).toMatchObject({ attempts: { a: 'notfound' }, causes: { a: cause } });
  void chooseSource('b');
  expect(state().causes).toEqual({ a: cause });
  void chooseSource('a');
  expect(state()).toMatchObject({ attempts: { a: 'searching' }, causes: {} });
});

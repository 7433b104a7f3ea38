import type { ScrapeMovie } from '@matinee/shared/media/media';
import { describe, expect, test } from 'vitest';
import { NotFoundError } from '#source.ts';
import { fakeContext, jsonResponse, type FakeRequest } from '#testing/fake-context.ts';
import { jellyfin } from './jellyfin.ts';
import type { JellyfinLibrary } from './items.ts';
import type { MediaServer } from './media-server.ts';

const server: MediaServer = { product: 'jellyfin', base: 'http://attic.test', apiKey: 'key' };
const media: ScrapeMovie = { type: 'movie', title: 'Heat', releaseYear: 1995, tmdbId: '949' };
const ITEM = { Id: 'i1', Type: 'Movie', ProviderIds: { Tmdb: '949' } };
const STREAMS = [
  { Type: 'Video', Index: 0, Codec: 'h264', Height: 720 },
  { Type: 'Audio', Index: 1, Codec: 'aac' },
];
const PLAYBACK = {
  MediaSources: [{ Id: 'm1', Container: 'mp4', SupportsDirectPlay: true, MediaStreams: STREAMS }],
};

function run(known: readonly string[] | undefined, respond: (requested: FakeRequest) => object) {
  let misses = 0;
  const library: JellyfinLibrary = {
    find: () => known,
    itemsOf: () => [],
    missed: () => (misses += 1),
  };
  const context = fakeContext((requested) => respond(requested));
  const found = jellyfin({ server, library }).movie?.({ ...context, media });
  return { found, context, misses: () => misses };
}

const responses = ({ url }: FakeRequest) =>
  jsonResponse(url.endsWith('/PlaybackInfo') ? PLAYBACK : { Items: [{ ...ITEM, Id: 'i0' }] });

describe('a movie', () => {
  test('that is in the index is not searched for', async () => {
    const { found, context, misses } = run(['i1'], responses);
    expect((await found)?.streams).toHaveLength(1);
    expect(context.requests.map(({ url }) => url)).toEqual([
      'http://attic.test/Items/i1/PlaybackInfo',
    ]);
    expect(misses()).toBe(0);
  });

  test.each([
    ['without an index yet', undefined],
    ['that the index lacks', []],
  ])('%s is searched for by its name', async (_when, known) => {
    const { found, context, misses } = run(known, responses);
    await found;
    expect(context.requests[0]?.options.query).toMatchObject({ searchTerm: 'Heat' });
    expect(context.requests[1]?.url).toBe('http://attic.test/Items/i0/PlaybackInfo');
    expect(misses()).toBe(1);
  });

  test('of the same name with other ids is not a match', async () => {
    const other = { ...ITEM, ProviderIds: { Tmdb: '1' } };
    const { found } = run(undefined, () => jsonResponse({ Items: [other] }));
    await expect(found).rejects.toThrow(new NotFoundError('not in the library'));
  });

  test('that was removed since the library was read causes a reread', async () => {
    const { found, misses } = run(['i1'], () => ({ status: 404 }));
    await expect(found).rejects.toThrow(NotFoundError);
    expect(misses()).toBe(1);
  });

  test('that the server refuses to play is a failure with its reason', async () => {
    const { found } = run(['i1'], () => jsonResponse({ ErrorCode: 'NoCompatibleStream' }));
    await expect(found).rejects.toThrow("Jellyfin can't play this title: NoCompatibleStream");
  });
});

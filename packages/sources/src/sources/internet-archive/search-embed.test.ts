import { describe, expect, test } from 'vitest';
import {
  fakeContext,
  jsonResponse,
  type FakeRequest,
  type FakeResponse,
} from '#testing/fake-context.ts';
import { NotFoundError } from '#source.ts';
import { archiveItem, mp4 } from './testing/items.ts';
import { internetArchive } from './internet-archive.ts';
import { searchLink, type SearchTarget } from './search-target.ts';

const BASE = 'https://archive.test';
/** A new instance for each test, because it remembers paused hosts. */
const search = () => internetArchive(BASE).search;

/** A title of the starter catalog with one known item. */
const duck: SearchTarget = {
  kind: 'movie',
  title: 'Duck and Cover',
  year: 1951,
  tmdb: 4014246427,
  imdbId: 'tt0213381',
  runtimeMin: 9,
};
const copy = {
  title: 'Duck and Cover',
  year: '1951',
  licenseurl: 'https://creativecommons.org/publicdomain/mark/1.0/',
};
const hit = (identifier: string) => ({ ...copy, identifier, mediatype: 'movies' });
const checked = { ...hit('DuckandC1951'), 'external-identifier': 'urn:imdb:tt0213381' };

/** An archive with these items. `undefined` marks a deleted item that the search still lists. */
function archive(items: Readonly<Record<string, object | undefined>>) {
  return ({ url, options }: FakeRequest): FakeResponse => {
    const identifier = url.split('/metadata/')[1];
    if (identifier !== undefined) return jsonResponse(items[identifier] ?? {});
    const byId = String(options.query?.['q']).startsWith('external-identifier');
    return jsonResponse({ response: { docs: byId ? [checked] : Object.keys(items).map(hit) } });
  };
}

async function play(url: string, respond: (requested: FakeRequest) => FakeResponse) {
  const context = fakeContext(respond);
  const streams = await search().run({ ...context, url });
  return { ids: streams.map(({ id }) => id), requested: context.requests };
}

const movie = archiveItem(copy, [mp4('Duck.mp4', '555', { height: '480' })]);
const link = searchLink(BASE, duck);

describe('when the reviewed items do not play', () => {
  test('another upload of the title does, and the reviewed ones are not requested again', async () => {
    const { ids, requested } = await play(link, archive({ DuckandC1951: movie, another: movie }));
    expect(ids).toEqual(['another']);
    expect(requested.map(({ url }) => url.replace(BASE, ''))).toEqual([
      '/advancedsearch.php',
      '/advancedsearch.php',
      '/metadata/another',
    ]);
  });

  test('a removed upload does not hide the others', async () => {
    const { ids } = await play(link, archive({ gone: undefined, there: movie, too: movie }));
    expect(ids).toEqual(['there', 'too']);
  });

  test.each([
    ['there is no other', archive({}), 'no upload has this title'],
    ['all others were removed', archive({ gone: undefined }), 'the item no longer exists'],
  ])('and %s, the reason is shown', async (_, respond, message) => {
    const playing = play(link, respond);
    await expect(playing).rejects.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow(message);
  });

  test('and the search fails, that is a failure', async () => {
    const playing = play(link, () => ({ body: '<html></html>' }));
    await expect(playing).rejects.not.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow("didn't send JSON");
  });
});

test.each(['', 'nonsense', `${BASE}/search`, `${BASE}/search#kind=movie&title=&year=1&tmdb=1`])(
  'the address %j is refused without a request',
  async (url) => {
    const context = fakeContext(() => ({}));
    await expect(search().run({ ...context, url })).rejects.toThrow(
      "This isn't an Internet Archive",
    );
    expect(context.requests).toEqual([]);
  },
);

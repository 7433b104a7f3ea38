import { describe, expect, test } from 'vitest';
import type { TitleMetadata } from '#match.ts';
import { fakeContext, jsonResponse, type FakeResponse } from '#testing/fake-context.ts';
import { NotFoundError } from '#source.ts';
import { archiveItem, duckAndCover, flashGordonChapter, mp4, nightDvd } from './testing/items.ts';
import { internetArchive } from './internet-archive.ts';
import { itemLink, type SearchTarget } from './search-target.ts';

const BASE = 'https://archive.test';
const CC_BY = 'https://creativecommons.org/licenses/by/4.0/';
/** A new instance for each test, because it remembers paused hosts. */
const embed = () => internetArchive(BASE).item;

const night: SearchTarget = {
  kind: 'movie',
  title: 'Night of the Living Dead',
  year: 1968,
  tmdb: 10331,
  imdbId: 'tt0063350',
  runtimeMin: 96,
};
const unlisted: SearchTarget = {
  kind: 'movie',
  title: 'The Open Door',
  year: 1925,
  tmdb: 77,
  runtimeMin: 80,
};
const openDoor = { title: 'The Open Door', year: '1925' };

/** The catalog's metadata for a truthful address. */
const factsOf = ({ title, year, imdbId }: SearchTarget): TitleMetadata => ({
  titles: [title],
  year,
  imdbId,
});

async function play(
  identifier: string,
  wanted: SearchTarget,
  response: FakeResponse,
  facts: TitleMetadata | undefined = factsOf(wanted),
) {
  const context = fakeContext(() => response, { facts });
  const url = itemLink(BASE, identifier, wanted);
  const [stream] = await embed().run({ ...context, url });
  if (stream?.type !== 'file') throw new Error('expected a file stream');
  return { stream, requested: context.requests };
}

const files = (qualities: object) =>
  Object.fromEntries(
    Object.entries(qualities).map(([quality, { url }]: [string, { url: string }]) => [
      quality,
      url.replace(`${BASE}/download/`, ''),
    ]),
  );

describe('real layouts', () => {
  test('Duck and Cover: the derivative for browsers, and the small one', async () => {
    const wanted: SearchTarget = {
      kind: 'movie',
      title: 'Duck and Cover',
      year: 1951,
      tmdb: 4014246427,
      runtimeMin: 9,
    };
    const { stream, requested } = await play('DuckandC1951', wanted, jsonResponse(duckAndCover));
    expect(requested.map(({ url }) => url)).toEqual([`${BASE}/metadata/DuckandC1951`]);
    expect(files(stream.qualities)).toEqual({
      480: 'DuckandC1951/DuckandC1951.ia.mp4',
      360: 'DuckandC1951/DuckandC1951_512kb.mp4',
    });
    expect(stream.flags).toEqual(['cors-allowed']);
    expect(stream.attribution).toEqual({
      text: 'Duck and Cover · Internet Archive',
      url: `${BASE}/details/DuckandC1951`,
      licence: 'US government work',
    });
  });

  test('Night of the Living Dead: the movie, not the parts of its disc', async () => {
    const { stream } = await play('night_of_the_living_dead_dvd', night, jsonResponse(nightDvd));
    expect(files(stream.qualities)).toEqual({ 480: 'night_of_the_living_dead_dvd/Night.mp4' });
  });

  test.each([96, undefined])(
    'the same from an unreviewed upload (runtime %s)',
    async (runtimeMin) => {
      const item = { ...nightDvd, metadata: { ...nightDvd.metadata, licenseurl: CC_BY } };
      const { stream } = await play('somebodys-dvd', { ...night, runtimeMin }, jsonResponse(item));
      expect(files(stream.qualities)).toEqual({ 480: 'somebodys-dvd/Night.mp4' });
    },
  );

  test('a movie that exists only in parts is not found', async () => {
    const parts = { ...nightDvd, files: nightDvd.files.filter(({ name }) => name !== 'Night.mp4') };
    const item = { ...parts, metadata: { ...parts.metadata, licenseurl: CC_BY } };
    await expect(play('somebodys-dvd', night, jsonResponse(item))).rejects.toThrow('only in parts');
  });

  test('a chapter with only the small file plays that', async () => {
    const wanted: SearchTarget = { kind: 'movie', title: 'Flash Gordon', year: 1936, tmdb: 78 };
    const item = archiveItem(
      { ...flashGordonChapter.metadata, collection: 'prelinger', licenseurl: CC_BY },
      flashGordonChapter.files,
    );
    const { stream } = await play('FlashGordonChapter1', wanted, jsonResponse(item));
    expect(files(stream.qualities)).toEqual({
      360: 'FlashGordonChapter1/Flash_Gordon_1_512kb.mp4',
    });
  });
});

describe('choosing files', () => {
  test('heights become qualities, and names are encoded segment by segment', async () => {
    const item = archiveItem(openDoor, [
      mp4('a b/The Open Door #1 [1080p]?.mp4', '4800', { height: '1080' }),
      mp4('The Open Door 720p.mp4', '4801', { height: 720 }),
      mp4('TheOpenDoor_240.mp4', '4799', { height: '240' }),
    ]);
    const { stream } = await play('open-door', unlisted, jsonResponse(item));
    expect(files(stream.qualities)).toEqual({
      1080: 'open-door/a%20b/The%20Open%20Door%20%231%20%5B1080p%5D%3F.mp4',
      720: 'open-door/The%20Open%20Door%20720p.mp4',
      unknown: 'open-door/TheOpenDoor_240.mp4',
    });
  });

  test('private files and tiny derivatives are left out', async () => {
    const item = archiveItem(openDoor, [
      mp4('TheOpenDoor.mp4', '4800', { height: '1080', private: 'true' }),
      mp4('TheOpenDoor_64kb.mp4', '4800', { format: '64Kb MPEG4' }),
      mp4('TheOpenDoor_512kb.mp4', '4800', { format: '512Kb MPEG4' }),
    ]);
    const { stream } = await play('open-door', unlisted, jsonResponse(item));
    expect(files(stream.qualities)).toEqual({ 360: 'open-door/TheOpenDoor_512kb.mp4' });
  });

  test('an item with unsupported formats only names them', async () => {
    const item = archiveItem(openDoor, [
      { name: 'TheOpenDoor.ogv', format: 'Ogg Video', length: '4800' },
      { name: 'TheOpenDoor.mpeg', format: 'MPEG2', length: '4800' },
    ]);
    await expect(play('open-door', unlisted, jsonResponse(item))).rejects.toThrow(
      'no playable file (only Ogg Video, MPEG2)',
    );
  });

  test('captions: one for each language, human ones first, without transcripts and other works', async () => {
    const item = archiveItem({ ...openDoor, language: 'eng' }, [
      mp4('TheOpenDoor.ia.mp4', '4800', { original: 'TheOpenDoor.avi' }),
      { name: 'TheOpenDoor.asr.srt', format: 'SubRip' },
      { name: 'TheOpenDoor.srt', format: 'SubRip' },
      { name: 'TheOpenDoor.fr.vtt', format: 'Web Video Text Tracks' },
      { name: 'Another.srt', format: 'SubRip' },
      { name: '0123456789.srt', format: 'SubRip' },
    ]);
    const { stream } = await play('open-door', unlisted, jsonResponse(item));
    const url = `${BASE}/download/open-door/TheOpenDoor`;
    expect(stream.captions).toEqual([
      {
        id: 'TheOpenDoor.srt',
        type: 'srt',
        url: `${url}.srt`,
        hasCorsRestrictions: true,
        language: 'en',
      },
      {
        id: 'TheOpenDoor.fr.vtt',
        type: 'vtt',
        url: `${url}.fr.vtt`,
        hasCorsRestrictions: true,
        language: 'fr',
      },
    ]);
  });
});

describe('wrong movies are refused', () => {
  const tears: SearchTarget = {
    kind: 'movie',
    title: 'Too Late for Tears',
    year: 1949,
    tmdb: 79,
    runtimeMin: 99,
  };
  const easyStreet: SearchTarget = {
    kind: 'movie',
    title: 'Easy Street',
    year: 1917,
    tmdb: 80,
    runtimeMin: 24,
  };
  const friday: SearchTarget = {
    ...night,
    title: 'His Girl Friday',
    year: 1940,
    tmdb: 81,
    imdbId: 'tt0032599',
    runtimeMin: 92,
  };
  const licensed = { licenseurl: CC_BY };

  test.each<[string, SearchTarget, object, string]>([
    [
      'Too Late for Tears whose file is Impact',
      tears,
      archiveItem({ ...licensed, title: 'Too Late For Tears (1949)', year: '1949' }, [
        mp4('Impact (1949).mp4', '6660'),
      ]),
      'its files have a different title',
    ],
    [
      'a festival of four movies tagged Easy Street',
      easyStreet,
      archiveItem({ ...licensed, title: 'Easy Street', year: '1917' }, [
        mp4('charlie_chaplin_film_fest.mp4', '4520'),
      ]),
      'its files have a different title',
    ],
    [
      'two recordings of one length, neither with the title',
      easyStreet,
      archiveItem({ ...licensed, title: 'Easy Street', year: '1917' }, [
        mp4('reel1.mp4', '1440'),
        mp4('reel2.mp4', '1450'),
      ]),
      'it contains several movies',
    ],
    [
      'four movies of one length, none with the title',
      easyStreet,
      archiveItem({ ...licensed, title: 'Easy Street', year: '1917' }, [
        mp4('reel1.mp4', '1440'),
        mp4('reel2.mp4', '1450'),
        mp4('reel3.mp4', '1520'),
        mp4('reel4.mp4', '1300'),
      ]),
      'it contains several movies',
    ],
    [
      'His Girl Friday whose file is The Saint’s Girl Friday',
      friday,
      archiveItem(
        { ...licensed, title: 'His Girl Friday', 'external-identifier': 'urn:imdb:tt0032599' },
        [mp4("The Saint's Girl Friday.mp4", '4080')],
      ),
      'its files have a different title',
    ],
    [
      'a file of another length',
      friday,
      archiveItem({ ...licensed, title: 'His Girl Friday', year: 1940 }, [
        mp4('friday.mp4', '0:59:00'),
      ]),
      'its files have a different length',
    ],
    [
      'another title under the right id, without proof',
      friday,
      archiveItem(
        { ...licensed, title: 'Luna nueva', 'external-identifier': ['urn:imdb:tt0032599'] },
        [mp4('luna.mp4')],
      ),
      'it may be a different movie',
    ],
    [
      'a trailer',
      friday,
      archiveItem({ ...licensed, title: 'His Girl Friday Trailer', year: 1940 }, [
        mp4('friday.mp4', '5520'),
      ]),
      'is a trailer',
    ],
  ])('%s', async (_, wanted, item, reason) => {
    const playing = play('an-upload', wanted, jsonResponse(item));
    await expect(playing).rejects.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow(reason);
  });

  test('among several works the one with the title plays', async () => {
    const fest = archiveItem({ ...licensed, title: 'Easy Street', year: '1917' }, [
      mp4('The Cure.mp4', '1440'),
      mp4('reel2.mp4', '1600'),
      mp4('Easy Street (1917).mp4', '1450'),
    ]);
    const { stream } = await play('an-upload', easyStreet, jsonResponse(fest));
    expect(files(stream.qualities)).toEqual({ unknown: 'an-upload/Easy%20Street%20(1917).mp4' });
  });
});

describe('rights', () => {
  test('a movie that is old enough plays, and the reason is shown', async () => {
    const item = archiveItem(openDoor, [mp4('TheOpenDoor.mp4', '4800')]);
    const { stream } = await play('open-door', unlisted, jsonResponse(item));
    expect(stream.attribution?.licence).toBe('US public domain by age');
  });

  test('a date that differs by a year does not prove its age', async () => {
    const item = archiveItem({ ...openDoor, year: '1926' }, [mp4('TheOpenDoor.mp4', '4800')]);
    await expect(play('open-door', unlisted, jsonResponse(item))).rejects.toThrow('nothing shows');
  });

  test('an old year that only the address claims permits nothing', async () => {
    const young = { title: 'A Film of Last Summer', year: '1925' };
    const item = archiveItem(young, [mp4('Summer.mp4', '4800')]);
    const claim = { ...unlisted, title: young.title };
    const facts = [factsOf(unlisted), { titles: [young.title], year: 2026 }];
    for (const each of facts) {
      await expect(play('summer', claim, jsonResponse(item), each)).rejects.toThrow(
        'nothing shows',
      );
    }
  });

  test('a newer movie without a license is refused, however well it matches', async () => {
    const item = archiveItem(
      { ...openDoor, year: 1951, 'external-identifier': 'urn:imdb:tt0000009' },
      [mp4('TheOpenDoor.mp4', '4800')],
    );
    const wanted = { ...unlisted, year: 1951, imdbId: 'tt0000009' };
    await expect(play('open-door', wanted, jsonResponse(item))).rejects.toThrow('nothing shows');
  });

  test('a curated item is approved for its own title only', async () => {
    const wanted = { ...night, title: 'Another Night', tmdb: 4, imdbId: undefined };
    await expect(
      play('night_of_the_living_dead_dvd', wanted, jsonResponse(nightDvd)),
    ).rejects.toThrow('has a different title');
  });
});

describe('hostile responses', () => {
  test.each<[string, FakeResponse, string]>([
    ['an empty object', jsonResponse({}), 'the item no longer exists'],
    ['an empty list', jsonResponse([]), 'the item no longer exists'],
    ['a 404', { status: 404, body: 'not found' }, 'the item no longer exists'],
    ['a removed item', jsonResponse({ is_dark: true, metadata: {} }), 'the item was taken down'],
    [
      'a lending copy',
      jsonResponse(archiveItem({ ...openDoor, 'access-restricted-item': 'true' }, [mp4('a.mp4')])),
      'borrowed',
    ],
    ['a book', jsonResponse(archiveItem({ ...openDoor, mediatype: 'texts' }, [])), "isn't a movie"],
  ])('%s means not found', async (_, response, message) => {
    const playing = play('open-door', unlisted, response);
    await expect(playing).rejects.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow(message);
  });

  test.each<[string, FakeResponse, string]>([
    ['a web page', { body: '<html>Sorry</html>' }, "didn't send JSON"],
    ['a truncated response', { body: '{"metadata":{"title":' }, "didn't send JSON"],
    ['an error inside a 200', jsonResponse({ error: 'no such thing' }), 'no such thing'],
    ['a number', jsonResponse(7), 'unexpected response'],
    [
      'files that are not a list',
      jsonResponse({ metadata: {}, files: { 0: {} } }),
      'unexpected response',
    ],
    ['a busy server', { status: 503, body: '' }, 'busy (503)'],
    ['a server error', { status: 500, body: '{}' }, 'status 500'],
  ])('%s is a failure with its own error', async (_, response, message) => {
    const playing = play('open-door', unlisted, response);
    await expect(playing).rejects.not.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow(message);
  });

  test('a network failure has its own error', async () => {
    const context = fakeContext(() => Promise.reject(new Error('connection refused')));
    const url = itemLink(BASE, 'open-door', unlisted);
    await expect(embed().run({ ...context, url })).rejects.toThrow('connection refused');
  });

  test('an invalid address is never requested', async () => {
    const context = fakeContext(() => jsonResponse(nightDvd));
    for (const url of [
      'https://evil.example/',
      'not an address',
      `${BASE}/details/..%2Fsearch#kind=movie&title=x&year=1&tmdb=1`,
      `${BASE}/details/fine`,
    ]) {
      await expect(embed().run({ ...context, url })).rejects.toThrow(
        "This isn't an Internet Archive",
      );
    }
    expect(context.requests).toEqual([]);
  });

  test('only the identifier is taken from an address, never the host', async () => {
    const context = fakeContext(() => jsonResponse(nightDvd));
    const url = itemLink('https://evil.example', 'night_of_the_living_dead_dvd', night);
    await embed().run({ ...context, url });
    expect(context.requests.map((requested) => new URL(requested.url).origin)).toEqual([BASE]);
  });
});

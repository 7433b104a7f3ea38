import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { collectionParts, titleDetails } from './title-details.ts';

afterEach(() => vi.unstubAllGlobals());

function details(type: 'movie' | 'show', body: object) {
  const requested = vi.fn<(url: string) => Promise<Response>>(async () => Response.json(body));
  vi.stubGlobal('fetch', (input: string) => requested(input));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return client.fetchQuery(titleDetails(type, '1', 'en-US'));
}

const movie = { id: 1, title: 'Charade', release_date: '1963-12-05', poster_path: '/a.png' };
const series = { id: 1, name: 'Bonanza', first_air_date: '1959-09-12', poster_path: null };

test('a movie with few fields is still valid', async () => {
  expect(await details('movie', movie)).toMatchObject({
    title: 'Charade',
    year: 1963,
    overview: '',
    genres: [],
    cast: [],
    seasons: [],
    similar: [],
  });
});

test('all known fields are parsed, and unreadable ones are left out', async () => {
  const found = await details('movie', {
    ...movie,
    overview: 'A widow is chased.',
    runtime: 113,
    vote_average: 7.6,
    vote_count: 1_200,
    genres: [{ id: 35, name: 'Comedy' }, { id: 1 }],
    backdrop_path: '/wide.jpg',
    credits: {
      cast: [{ name: 'Audrey Hepburn', character: 'Regina', profile_path: '/ah.jpg' }, { name: 7 }],
    },
    similar: { results: [{ ...movie, id: 2 }, { id: 'broken' }] },
  });
  expect(found).toMatchObject({
    overview: 'A widow is chased.',
    runtime: 113,
    rating: 7.6,
    genres: ['Comedy'],
    backdrop: 'https://image.tmdb.org/t/p/w1280/wide.jpg',
    cast: [{ name: 'Audrey Hepburn', character: 'Regina' }],
  });
  expect(found.similar.map(({ tmdbId }) => tmdbId)).toEqual(['2']);
});

test('without votes there is no rating, not a rating of zero', async () => {
  expect(await details('movie', { ...movie, vote_average: 0, vote_count: 0 })).not.toHaveProperty(
    'rating',
  );
});

const video = (type: string, key: string, site = 'YouTube') => ({ type, key, site });

test.each([
  [
    'a trailer before a teaser',
    [video('Teaser', 'teaser1'), video('Trailer', 'trailer1')],
    'trailer1',
  ],
  [
    'a teaser if there is no trailer',
    [video('Clip', 'clip_1'), video('Teaser', 'teaser1')],
    'teaser1',
  ],
  ['nothing from an unsupported site', [video('Trailer', 'trailer1', 'Elsewhere')], undefined],
  ['nothing with an invalid key', [video('Trailer', 'a/../../b')], undefined],
])('the trailer is %s', async (_, results, key) => {
  expect((await details('movie', { ...movie, videos: { results } })).trailerKey).toBe(key);
});

test('seasons are ordered by number, with specials last, and have their pictures', async () => {
  const seasons = [0, 2, 1].map((number) => ({
    id: 70 + number,
    season_number: number,
    name: `Season ${number}`,
    poster_path: [null, '/library/pictures/x/tv/1/season-1.jpg', '/two.jpg'][number],
  }));
  const found = await details('show', { ...series, seasons, episode_run_time: [50] });
  expect(found.seasons.map(({ number, poster }) => [number, poster])).toEqual([
    [1, '/library/pictures/x/tv/1/season-1.jpg'],
    [2, 'https://image.tmdb.org/t/p/w342/two.jpg'],
    [0, undefined],
  ]);
  expect(found.runtime).toBe(50);
});

/** TMDB responds in the requested language. The requested languages are listed. */
function respondIn(responses: Readonly<Record<string, object>>): readonly string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    const asked = new URL(input, 'http://localhost').searchParams.get('language') ?? '';
    requested.push(asked);
    return responses[asked]
      ? Response.json(responses[asked])
      : Response.json({ status_message: 'down' }, { status: 502 });
  });
  return requested;
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

async function partsIn(language: string) {
  const { data } = await new QueryObserver(newClient(), collectionParts('7', language)).refetch();
  return data;
}

async function detailsIn(language: string, responses: Readonly<Record<string, object>>) {
  const requested = respondIn(responses);
  return { found: await newClient().fetchQuery(titleDetails('movie', '1', language)), requested };
}

test('texts are in the language of the interface, with one request', async () => {
  const german = { ...movie, title: 'Charade (de)', overview: 'Eine Witwe wird gejagt.' };
  const { found, requested } = await detailsIn('de-DE', { 'de-DE': german });
  expect(found).toMatchObject({ title: 'Charade (de)', isOverviewEnglish: false });
  expect(requested).toEqual(['de-DE']);
});

test('what TMDB has not translated is English, and the overview is marked so', async () => {
  const korean = { ...movie, original_title: '기생충', original_language: 'ko' };
  const { found, requested } = await detailsIn('de-DE', {
    'de-DE': { ...korean, title: '기생충', overview: '' },
    'en-US': { ...korean, title: 'Parasite', overview: 'A family moves in.' },
  });
  expect(found).toMatchObject({
    title: 'Parasite',
    overview: 'A family moves in.',
    isOverviewEnglish: true,
  });
  expect(requested).toEqual(['de-DE', 'en-US']);
});

test('similar titles that TMDB has not translated have their English names', async () => {
  const korean = { ...movie, id: 2, original_title: '기생충', original_language: 'ko' };
  const named = { ...movie, id: 3, original_title: '올드보이', original_language: 'ko' };
  const similar = (first: string, second: string) => ({
    ...movie,
    overview: 'Eine Witwe.',
    similar: {
      results: [
        { ...korean, title: first },
        { ...named, title: second },
      ],
    },
  });
  const { found, requested } = await detailsIn('de-DE', {
    'de-DE': similar('기생충', 'Oldboy (de)'),
    'en-US': similar('Parasite', 'Oldboy'),
  });
  expect(found.similar.map(({ title }) => title)).toEqual(['Parasite', 'Oldboy (de)']);
  expect(requested).toEqual(['de-DE', 'en-US']);
});

test('parts of a collection that TMDB has not translated have their English names', async () => {
  const korean = { ...movie, original_title: '기생충', original_language: 'ko' };
  const requested = respondIn({
    'de-DE': {
      parts: [
        { ...korean, title: '기생충' },
        { ...movie, id: 2 },
      ],
    },
    'en-US': { parts: [{ ...korean, title: 'Parasite' }] },
  });
  expect(await partsIn('de-DE')).toMatchObject([{ title: 'Parasite' }, { title: movie.title }]);
  expect(requested).toEqual(['de-DE', 'en-US']);
});

test('parts of a collection keep their original names if the English ones fail to load', async () => {
  const part = { ...movie, title: '기생충', original_title: '기생충', original_language: 'ko' };
  const requested = respondIn({ 'de-DE': { parts: [part] } });
  expect(await partsIn('de-DE')).toMatchObject([{ title: '기생충' }]);
  expect(requested).toEqual(['de-DE', 'en-US']);
});

test('an English trailer is better than none, and one in the language of the interface is better', async () => {
  const english = { ...video('Trailer', 'english1'), iso_639_1: 'en' };
  const german = { ...video('Trailer', 'deutsch1'), iso_639_1: 'de' };
  const withVideos = (...results: object[]) => ({
    'de-DE': { ...movie, overview: 'Eine Witwe.', videos: { results } },
  });
  const one = await detailsIn('de-DE', withVideos(english));
  expect(one.found.trailerKey).toBe('english1');
  const both = await detailsIn('de-DE', withVideos(english, german));
  expect(both.found.trailerKey).toBe('deutsch1');
});

test('without a response in English the details have no overview', async () => {
  const { found } = await detailsIn('de-DE', { 'de-DE': movie });
  expect(found).toMatchObject({ title: 'Charade', overview: '', isOverviewEnglish: false });
});

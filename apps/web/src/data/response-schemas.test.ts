// Responses observed from servers of both earlier generations.
import { describe, expect, test } from 'vitest';
import {
  LenientBookmarks,
  LenientMe,
  LenientMeta,
  LenientProgressList,
  LenientSessions,
  LenientSignedIn,
  LenientWatched,
} from './response-schemas.ts';

const poster = 'https://image.tmdb.org/t/p/w342/x.jpg';
const profile = { colorA: '#2E65CF', colorB: '#7652DD', icon: 'userGroup' };
const matrix = { title: 'The Matrix', year: 1999, poster, type: 'movie' };
const breakingBad = { title: 'Breaking Bad', year: 2008, poster, type: 'show' };

const first = {
  user: {
    id: '7qjzOz1sW8Gb',
    namespace: 'movie-web',
    publicKey: 'mpktLblmp6-vpMQ-5J1n_zQ6SAZ5yHyOJivyfHrVA4A',
    roles: [],
    createdAt: '2026-11-21T01:53:25.000Z',
    lastLoggedIn: '2026-11-21T01:53:25.962Z',
    profile,
  },
  session: {
    id: '47cd05ef-b02a-4688-be81-8afbbbbb4fae',
    userId: '7qjzOz1sW8Gb',
    createdAt: '2026-11-21T01:53:25.962Z',
    accessedAt: '2026-11-21T01:53:25.962Z',
    device: 'M2D7HvNZTDG5mptUQAEj4w==.PygDp8irS6cJ.UTGPvEn1ZGAK5ZcFcJ9mHQ==',
    userAgent: 'ref-probe/1.0',
  },
};

const second = {
  user: {
    id: '82fb59a7-74cf-43f1-93fe-d5ce9e6d6ec0',
    publicKey: 'OvIPAXjg3VLAUO0monrTPBkB1T1IoezUNarKH_fwVWY',
    namespace: 'movie-web',
    nickname: 'Narrow Tiger',
    profile: { icon: 'userGroup', colorA: '#2E65CF', colorB: '#7652DD' },
    permissions: [],
  },
  session: {
    id: '5faf4f5d-27a2-4a73-add2-e8009996e196',
    user: '82fb59a7-74cf-43f1-93fe-d5ce9e6d6ec0',
    createdAt: '2026-11-21T01:53:28.000Z',
    accessedAt: '2026-11-21T01:53:28.000Z',
    expiresAt: '2026-12-12T01:53:28.000Z',
    device: '9tfJox04K43cUAfip0RSTw==.DRXOB0DR0Bw=.w59S2cqkT0MvWe0a6AaKtg==',
    userAgent: 'ref-probe/1.0',
  },
};

describe('an account', () => {
  test.each([
    ['first', first],
    ['second', second],
  ])('of the %s generation', (_generation, response) => {
    const { user, session } = LenientMe.parse(response);
    expect(user).toMatchObject({ id: response.user.id, profile });
    expect(session).toMatchObject({ id: response.session.id, device: response.session.device });
    expect(LenientSignedIn.parse({ ...response, token: 'eyJ' }).user?.id).toBe(response.user.id);
  });

  test('of a server that does not say who has signed in', () => {
    const { session } = first;
    expect(LenientSignedIn.parse({ session, token: 'eyJ' }).user).toBeUndefined();
  });

  test('without a token is invalid', () => {
    expect(LenientSignedIn.safeParse(first).success).toBe(false);
  });

  test('has devices, and an invalid one does not hide the others', () => {
    expect(LenientSessions.parse([first.session, second.session, { id: 7 }])).toHaveLength(2);
  });
});

describe('a library', () => {
  test('of the first generation, without groups', () => {
    const row = { tmdbId: '603', meta: matrix, updatedAt: '2026-11-21T01:53:26.646Z' };
    expect(LenientBookmarks.parse([row])).toMatchObject([
      { tmdbId: '603', updatedAt: Date.UTC(2026, 10, 21, 1, 53, 26, 646) },
    ]);
  });

  test('of the second generation, with groups', () => {
    const row = {
      tmdbId: '614',
      meta: { type: 'movie', year: 1999, title: 'The Matrix', poster },
      group: ['g1'],
      favoriteEpisodes: ['e1'],
      updatedAt: '2026-11-21T01:53:29.000Z',
    };
    expect(LenientBookmarks.parse([row])).toMatchObject([
      { group: ['g1'], favoriteEpisodes: ['e1'] },
    ]);
  });

  test('reads seconds as text or numbers, and a movie’s episode as null, missing or a line break', () => {
    const updatedAt = '2026-11-21T01:53:27.000Z';
    const row = { tmdbId: '603', meta: matrix, duration: '8160', watched: '500', updatedAt };
    const nothing = { id: null, number: null };
    const parsed = LenientProgressList.parse([
      { ...row, id: '5e005d7e', episode: nothing, season: nothing },
      { ...row, id: '\n', episode: { id: '\n' }, season: { id: '\n' } },
      { ...row, duration: 8160.5, watched: 500.25, episode: {}, season: {} },
      row,
      {
        ...row,
        tmdbId: '1396',
        meta: breakingBad,
        episode: { id: '62085', number: 1 },
        season: { id: '3572', number: 1 },
      },
      { ...row, watched: 'much' },
      { ...row, updatedAt: 'yesterday' },
    ]);
    expect(parsed.map(({ watched, episode }) => [watched, episode?.id])).toEqual([
      [500, undefined],
      [500, undefined],
      [500.25, undefined],
      [500, undefined],
      [500, '62085'],
    ]);
  });

  test('has a history with seconds as text', () => {
    const row = {
      tmdbId: '1396',
      episode: { id: '62085', number: 1 },
      season: { id: '3572', number: 1 },
      meta: breakingBad,
      duration: '3480',
      watched: '600',
      watchedAt: '2024-05-02T10:00:00.000Z',
      completed: false,
    };
    expect(LenientWatched.parse(row)).toMatchObject({ watched: 600, episode: { id: '62085' } });
    expect(
      LenientWatched.parse({ ...row, episode: {}, season: {}, watched: '8000.25' }),
    ).toMatchObject({
      watched: 8000.25,
    });
  });

  test('has series under the type tv, and accepts a missing year', () => {
    const meta = { title: 'X', year: null, type: 'tv' };
    const row = { tmdbId: '1', meta, updatedAt: '2026-11-21T01:53:27.000Z' };
    expect(LenientBookmarks.parse([row])).toMatchObject([{ meta: { type: 'show', year: null } }]);
  });
});

test('a server with little metadata is valid, too', () => {
  expect(
    LenientMeta.parse({
      name: 'Home',
      version: 'unknown',
      hasCaptcha: true,
      captchaClientKey: 'k',
    }),
  ).toEqual({
    name: 'Home',
    version: 'unknown',
    hasCaptcha: true,
    captchaClientKey: 'k',
  });
  expect(LenientMeta.parse({})).toMatchObject({ name: '', hasCaptcha: false });
});

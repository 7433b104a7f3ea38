import { loadStarter } from '@matinee/sources/starter-catalog/starter-catalog';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { matchRoute } from './tmdb-allowlist.ts';
import { starterResponse } from './starter.ts';

const NOW = Date.UTC(2026, 10, 21);
const Item = z.looseObject({ id: z.number() });
const Genres = z.object({ genres: z.array(z.object({ id: z.number(), name: z.string() })) });
const Named = z.looseObject({ title: z.string().optional(), name: z.string().optional() });
const List = z.looseObject({
  page: z.number(),
  results: z.array(Item.extend(Named.shape)),
  total_pages: z.number(),
  total_results: z.number(),
});

function request(path: string, query: Record<string, string> = {}, now = NOW) {
  const matched = matchRoute(path, query);
  if (!matched.allowed) throw new Error(`${path} is not allowed`);
  const { body, status } = starterResponse(matched.call, now);
  return { status, body: z.looseObject({}).parse(JSON.parse(body)) };
}

function titles(path: string, query: Record<string, string> = {}, now = NOW): readonly string[] {
  return List.parse(request(path, query, now).body).results.map(
    (item) => item.title ?? item.name ?? '',
  );
}

const search = (query: string) => titles('/search/multi', { query });

describe('search', () => {
  test.each([
    ['living dead', 'Night of the Living Dead'],
    ['NIGHT OF THE LIVING DEAD', 'Night of the Living Dead'],
    ['night living', 'Night of the Living Dead'],
    ['noct', undefined],
    ['haxan', 'Häxan'],
    ['HÄXAN', 'Häxan'],
    ['nosf', 'Nosferatu'],
    ['nosferatu 1922', 'Nosferatu'],
    ['fathers little', "Father's Little Dividend"],
    ['gulliver’s', "Gulliver's Travels"],
    ['the bat', 'The Bat'],
    ['wing it!', 'Wing It!'],
    ['beverly', 'The Beverly Hillbillies'],
    ['buster keaton', 'The General'],
    ['ida lupino', 'The Hitch-Hiker'],
    ['vincent price', 'House on Haunted Hill'],
    ['...', undefined],
  ])('"%s" finds %s first', (query, expected) => {
    expect(search(query)[0]).toBe(expected);
  });

  test('a word that is in no title finds nothing, even beside words that are', () => {
    expect(search('living zzyzx')).toEqual([]);
  });
});

describe('lists', () => {
  test('pages of twenty follow each other without gaps to the end of the collection', () => {
    const pages = [1, 2, 3, 4, 5, 6].map((page) =>
      titles('/movie/popular', { page: String(page) }),
    );
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 20, 20, 1]);
    expect(new Set(pages.flat()).size).toBe(
      new Set(loadStarter().flatMap((t) => (t.kind === 'movie' ? t.title : []))).size,
    );
    expect(titles('/movie/popular', { page: '7' })).toEqual([]);
  });

  test.each(['movie', 'tv'])(
    'the genres of %s list each title once, and none has only a few',
    (kind) => {
      const { genres } = Genres.parse(request(`/genre/${kind}/list`).body);
      const stores = genres.map(({ id }) =>
        List.parse(request(`/discover/${kind}`, { with_genres: String(id) }).body),
      );
      const all = loadStarter().filter((title) => title.kind === kind);
      const ids = stores.flatMap(({ results }) => results.map(({ id }) => id));
      expect(ids).toHaveLength(all.length);
      expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
      expect(Math.min(...stores.map(({ results }) => results.length))).toBeGreaterThanOrEqual(6);
    },
  );

  test('the eras and kinds of the collection are genres, in addition to those of TMDB', () => {
    const { genres } = Genres.parse(request('/genre/movie/list').body);
    const names = genres.map(({ name }) => name);
    for (const name of ['Silent Era', 'Film Noir', 'Horror', 'Comedy', 'Blender Open Movies'])
      expect(names).toContain(name);
    expect(titles('/discover/movie', { with_genres: '27' }).length).toBeGreaterThan(11);
    expect(request('/movie/20367').body.genres).toContainEqual({
      id: 1_000_000_002,
      name: 'Film Noir',
    });
  });

  test('every listed genre has titles, and only titles of that genre', () => {
    for (const kind of ['movie', 'tv']) {
      const { genres } = Genres.parse(request(`/genre/${kind}/list`).body);
      for (const { id } of genres) {
        const { results } = z
          .object({ results: z.array(z.object({ genre_ids: z.array(z.number()) })) })
          .parse(request(`/discover/${kind}`, { with_genres: String(id) }).body);
        expect(results.length).toBeGreaterThan(0);
        expect(results.every((item) => item.genre_ids.includes(id))).toBe(true);
      }
    }
  });

  test('in discover a comma means "and", and a bar means "or"', () => {
    const count = (with_genres: string) =>
      List.parse(request('/discover/movie', { with_genres }).body).total_results;
    expect(count('27,35')).toBeLessThan(Math.min(count('27'), count('35')));
    expect(count('27|35')).toBe(count('27') + count('35') - count('27,35'));
  });

  test('no paid service has titles of the collection, but without a region a service is ignored', () => {
    const query = { with_watch_providers: '8' };
    expect(titles('/discover/movie', { ...query, watch_region: 'US' })).toEqual([]);
    expect(titles('/discover/movie', query)).toHaveLength(20);
  });

  test('no classic is in theaters now', () => {
    const { results } = z
      .object({ results: z.array(z.object({ release_date: z.string() })) })
      .parse(request('/movie/now_playing').body);
    expect(results.length).toBeGreaterThan(5);
    expect(results.filter(({ release_date }) => release_date < '2000')).toEqual([]);
  });

  test('the newest movies are in theaters, and each week another part of the collection comes first', () => {
    expect(titles('/movie/now_playing')[0]).toBe('Singularity');
    const week = 7 * 86_400_000;
    expect(titles('/trending/movie/week')).not.toEqual(
      titles('/trending/movie/week', {}, NOW + week),
    );
    expect(titles('/trending/movie/week')).toEqual(titles('/trending/movie/week', {}, NOW + 1));
  });
});

describe('details', () => {
  test('every title, season and episode of the collection resolves by its id', () => {
    for (const title of loadStarter()) {
      const { body, status } = request(`/${title.kind}/${title.id}`, {
        append_to_response: 'external_ids',
      });
      expect(status).toBe(200);
      expect(body.external_ids).toMatchObject({ imdb_id: title.imdbId ?? null });
      if (title.kind === 'movie') continue;
      for (const season of title.seasons) {
        const response = request(`/tv/${title.id}/season/${season.number}`);
        const { episodes } = z.object({ episodes: z.array(Item) }).parse(response.body);
        expect(episodes.map(({ id }) => id)).toEqual(season.episodes.map(({ id }) => id));
      }
    }
  });

  test('the year does not depend on the time zone', () => {
    const { release_date } = z
      .object({ release_date: z.string() })
      .parse(request('/movie/10331').body);
    const HALF_A_DAY_MS = 12 * 3_600_000;
    for (const shift of [-HALF_A_DAY_MS, 14 * 3_600_000])
      expect(new Date(Date.parse(release_date) + shift).getUTCFullYear()).toBe(1968);
  });

  test('similar titles share a genre and leave the title itself out', () => {
    const { body } = request('/movie/10331', { append_to_response: 'similar,credits' });
    const { results } = List.parse(body.similar);
    expect(results.length).toBeGreaterThan(5);
    expect(results.map(({ id }) => id)).not.toContain(10331);
    expect(body.credits).toMatchObject({
      crew: [{ job: 'Director', name: 'George A. Romero' }],
      cast: [
        { name: 'Duane Jones', order: 0 },
        { name: "Judith O'Dea", order: 1 },
        ...Array.from({ length: 5 }, () => ({})),
      ],
    });
  });

  test.each(['/movie/1', '/tv/10331', '/tv/1930/season/40', '/movie/9999999999'])(
    '%s is not found',
    (path) => {
      const { body, status } = request(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ success: false, status_code: 34 });
    },
  );

  test('an IMDb id leads to its title, an unknown one to nothing', () => {
    expect(request('/find/tt0063350', { external_source: 'imdb_id' }).body).toMatchObject({
      movie_results: [{ id: 10331, media_type: 'movie' }],
      tv_results: [],
    });
    expect(request('/find/tt0055662', { external_source: 'imdb_id' }).body).toMatchObject({
      movie_results: [],
      tv_results: [{ id: 1930 }],
    });
    expect(request('/find/tt9999999', { external_source: 'imdb_id' }).body).toMatchObject({
      movie_results: [],
      tv_results: [],
    });
  });
});

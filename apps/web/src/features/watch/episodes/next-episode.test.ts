import { describe, expect, test } from 'vitest';
import type { SeasonContent, ShowMeta } from '#data/catalog/details.ts';
import { nextEpisode, previousEpisode, seasonAfter } from './next-episode.ts';

const now = new Date('2026-01-01');
const AIRED = '2020-01-01';
const COMING = '2031-01-01';

const seasons = [0, 1, 2, 4].map((number) => ({
  number,
  title: `Season ${number}`,
  tmdbId: `s${number}`,
}));

/** Episodes by their dates; null has none. */
function season(number: number, dates: readonly (string | null)[]): SeasonContent {
  const meta = seasons.find((one) => one.number === number);
  if (!meta) throw new Error('no such season');
  return {
    season: meta,
    episodes: dates.map((airDate, at) => ({
      // Numbers have gaps.
      number: at * 2 + 1,
      title: '',
      tmdbId: `s${number}e${at}`,
      ...(airDate === null ? {} : { airDate }),
    })),
  };
}

function watching(content: SeasonContent, at: number): ShowMeta {
  const episode = content.episodes[at];
  if (!episode) throw new Error('no such episode');
  return { type: 'show', title: 'T', releaseYear: 2020, tmdbId: '7', seasons, ...content, episode };
}

const idOf = (meta: ShowMeta | undefined) => meta?.episode.tmdbId;

describe('within a season', () => {
  const first = season(1, [AIRED, AIRED, null, COMING]);

  test('the next episode follows list order, not numbers', () => {
    expect(idOf(nextEpisode(watching(first, 0), undefined, now))).toBe('s1e1');
  });

  test('an episode without a date counts as aired', () => {
    expect(idOf(nextEpisode(watching(first, 1), undefined, now))).toBe('s1e2');
  });

  test('unaired episodes and those after them are not offered', () => {
    const following = season(2, [AIRED]);
    expect(nextEpisode(watching(first, 2), following, now)).toBeUndefined();
  });

  test('an episode without a date after an unaired one is not offered', () => {
    const announced = season(1, [AIRED, COMING, null, null]);
    expect(nextEpisode(watching(announced, 1), undefined, now)).toBeUndefined();
    expect(previousEpisode(watching(announced, 3), now)).toBeUndefined();
    const last = watching(season(1, [AIRED, AIRED]), 1);
    expect(nextEpisode(last, season(2, [COMING, null]), now)).toBeUndefined();
  });

  test('the first episode has no previous one', () => {
    expect(idOf(previousEpisode(watching(first, 1), now))).toBe('s1e0');
    expect(previousEpisode(watching(first, 0), now)).toBeUndefined();
  });

  test('an episode missing from its season has no adjacent episodes', () => {
    const stray = {
      ...watching(first, 0),
      episode: { number: 9, title: '', tmdbId: 'elsewhere' },
    };
    expect(nextEpisode(stray, season(2, [AIRED]), now)).toBeUndefined();
    expect(previousEpisode(stray, now)).toBeUndefined();
    expect(seasonAfter(stray)).toBeUndefined();
  });
});

describe('across seasons', () => {
  const last = watching(season(1, [AIRED, AIRED]), 1);

  test('only the last episode needs the next season', () => {
    expect(seasonAfter(last)?.number).toBe(2);
    expect(seasonAfter(watching(season(1, [AIRED, AIRED]), 0))).toBeUndefined();
  });

  test('season numbers may have gaps', () => {
    expect(seasonAfter(watching(season(2, [AIRED]), 0))?.number).toBe(4);
    expect(seasonAfter(watching(season(4, [AIRED]), 0))).toBeUndefined();
  });

  test('the first aired episode of the next season follows', () => {
    const next = nextEpisode(last, season(2, [COMING, AIRED, AIRED]), now);
    expect(next).toMatchObject({ season: { number: 2 }, episode: { tmdbId: 's2e1' } });
    expect(next?.episodes).toHaveLength(3);
  });

  test('an unaired season offers nothing', () => {
    expect(nextEpisode(last, season(2, [COMING]), now)).toBeUndefined();
  });

  test('nothing is offered without the data of the next season', () => {
    expect(nextEpisode(last, undefined, now)).toBeUndefined();
    expect(nextEpisode(last, season(4, [AIRED]), now)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { localId } from '@matinee/shared/media/media';
import { creditLine, type StarterTitle } from './starter-title.ts';
import { findStarter, findStarterByImdb, loadStarter } from './starter-catalog.ts';

const FIRST_OWN_ID = 1_000_000_000;

const partIds = (title: StarterTitle) =>
  title.kind === 'movie'
    ? []
    : title.seasons.flatMap((season) => [season.id, ...season.episodes.map(({ id }) => id)]);

describe('the starter catalog', () => {
  test('is complete: 101 movies, 8 series, 193 episodes', () => {
    const titles = loadStarter();
    const series = titles.filter((title) => title.kind === 'tv');
    const episodes = series.flatMap(({ seasons }) => seasons.flatMap((season) => season.episodes));
    expect(titles.length - series.length).toBe(101);
    expect(series).toHaveLength(8);
    expect(episodes).toHaveLength(193);
  });

  test('no two titles, seasons or episodes share an id', () => {
    const ids = loadStarter().flatMap((title) => [title.id, ...partIds(title)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('ids that are not from TMDB are in a separate range', () => {
    const parts = loadStarter().flatMap(partIds);
    expect(parts.filter((id) => id < FIRST_OWN_ID)).toEqual([]);
    expect(loadStarter().filter(({ id }) => id >= FIRST_OWN_ID)).toHaveLength(11);
  });

  test.each([
    ['tt0213381', 4014246427],
    ['xymLD6rkpHNug3fzzMyhmZ', 3005922346],
    ['Decoy 1957', 5041498875],
  ])('the catalog’s own id of %s never changes', (key, id) => {
    expect(localId(key)).toBe(id);
    expect(loadStarter().map((title) => title.id)).toContain(id);
  });

  test('seasons and episodes are in order, each with its own id', () => {
    const seasons = findStarter('tv', localId('tt0043194'))?.seasons ?? [];
    expect(seasons.map(({ number, name }) => [number, name]).slice(0, 2)).toEqual([
      [1, 'Season 1'],
      [2, 'Season 2'],
    ]);
    expect(seasons[0]?.id).toBe(localId('tt0043194:s1'));
    expect(seasons[0]?.episodes.map(({ number }) => number)).toEqual([1, 2, 4, 5, 14, 18]);
    expect(seasons[0]?.episodes.at(-1)).toMatchObject({
      id: localId('tt0043194:s1e18'),
      title: 'The Big Seventeen',
    });
  });

  test('a title is found by either id, and a movie is not a series', () => {
    expect(findStarter('movie', 10331)?.title).toBe('Night of the Living Dead');
    expect(findStarter('tv', 10331)).toBeUndefined();
    expect(findStarterByImdb('tt0055662')?.id).toBe(1930);
    expect(findStarterByImdb('tt0000000')).toBeUndefined();
  });

  test('names contain no traces of the original upload', () => {
    const names = loadStarter().flatMap((title) =>
      title.kind === 'movie'
        ? title.title
        : title.seasons.flatMap((season) => season.episodes.map((episode) => episode.title)),
    );
    expect(names.filter((name) => /S\d\d ?E\d\d|commercials|\.mp4|_/.test(name))).toEqual([]);
  });

  test('the visible rights contain no editors’ notes', () => {
    const lines = loadStarter().map(({ rights }) => creditLine(rights));
    expect(lines.filter((line) => line.includes('confirm'))).toEqual([]);
    expect(lines).toContain('US public domain: copyright not renewed (commonly accepted)');
    expect(lines).toContain('CC BY 4.0, (CC) Blender Foundation | studio.blender.org');
  });
});

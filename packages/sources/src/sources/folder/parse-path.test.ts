import { describe, expect, test } from 'vitest';
import { parsePath, type NfoData, type ParsedVideo } from './parse-path.ts';

function read(path: string, notes: Readonly<Record<string, NfoData>> = {}): ParsedVideo {
  const names = path.split('/');
  const name = names.pop() ?? '';
  return parsePath({
    folders: names.map((folder) => ({ name: folder, notes: notes[folder] })),
    name,
    notes: notes[name],
  });
}

const episodeOf = (reading: ParsedVideo) =>
  reading.kind === 'episode'
    ? [reading.claim.titles[0], reading.claim.year, reading.season, ...reading.numbers]
    : reading;

describe('an episode', () => {
  test.each([
    ['Dragnet (1951)/Season 01/Dragnet S01E03', 'Dragnet', 1951, 1, 3],
    ['Dragnet (1951)/Season 1/03 - The Big Death', 'Dragnet', 1951, 1, 3],
    ['Dragnet (1951)/Season 1/Episode 3', 'Dragnet', 1951, 1, 3],
    ['Dragnet (1951)/Season 1/E03-E04', 'Dragnet', 1951, 1, 3, 4],
    ['Dragnet (1951)/S01/Dragnet - 03', 'Dragnet', 1951, 1, 3],
    ['Dragnet (1951)/Staffel 2/2x05', 'Dragnet', 1951, 2, 5],
    ['Dragnet (1951)/Saison 2/E05', 'Dragnet', 1951, 2, 5],
    ['Dragnet (1951)/Specials/S00E01 - Behind the badge', 'Dragnet', 1951, 0, 1],
    ['Dragnet (1951)/Season 00/01', 'Dragnet', 1951, 0, 1],
    ['Dragnet (1951)/Dragnet S01E03', 'Dragnet', 1951, 1, 3],
    ['TV Shows/Dragnet (1951)/Season 01/S01E03', 'Dragnet', 1951, 1, 3],
    ['TV/Dragnet S01E03', 'Dragnet', undefined, 1, 3],
    ['Dragnet.1951.S01E03', 'Dragnet', 1951, 1, 3],
    ['Dragnet - Season 2/S02E03', 'Dragnet', undefined, 2, 3],
    ['Dragnet.S02.1080p.WEB-DL/Dragnet.S02E03.1080p', 'Dragnet', undefined, 2, 3],
    ['Dragnet (1951)/Season 01/Dragnet S02E03', 'Dragnet', 1951, 2, 3],
  ])('at %s', (path, ...expected) => {
    expect(episodeOf(read(path))).toEqual(expected);
  });

  test('belongs to the series that its folder or its notes name', () => {
    const claim = { titles: ['Dragnet'], year: 1951, ids: { tmdb: '4244' } };
    const notes: NfoData = { kind: 'tvshow', claim, numbers: [] };
    expect(read('Old things/Season 1/S01E01', { 'Old things': notes })).toMatchObject({
      claim: { ids: { tmdb: '4244' }, titles: ['Dragnet', 'Old things'] },
    });
    expect(read('Dragnet [tmdbid-4244]/Season 1/S01E01')).toMatchObject({
      claim: { ids: { tmdb: '4244' } },
    });
  });

  test('may be named by its notes only', () => {
    const claim = { titles: ['Dragnet'], ids: {} };
    const notes: NfoData = { kind: 'episode', claim, season: 3, numbers: [7, 8] };
    expect(episodeOf(read('TV/Dragnet 1953-01-20', { 'Dragnet 1953-01-20': notes }))).toEqual([
      'Dragnet',
      undefined,
      3,
      7,
      8,
    ]);
  });

  test.each([
    ['Dragnet (1951)/Season 1/The Big Death', 'noEpisodeNumber'],
    ['Dragnet/Dragnet 1951-12-16', 'airDate'],
    ['S01E03', 'noShowTitle'],
  ])('at %s is refused', (path, reason) => {
    expect(read(path)).toEqual({ kind: 'refused', reason });
  });
});

describe('a movie', () => {
  test.each([
    ['Night (1968)/Night (1968)', ['Night'], 1968],
    ['Night (1968)/movie', ['Night'], 1968],
    ['Night (1968) [tmdbid-1]/n-1080p', ['Night'], 1968],
    ['Horror/Night (1968)', ['Night'], 1968],
    ['Movies/Night (1968)', ['Night'], 1968],
    ['Classics (1990)/Night (1968)', ['Night'], 1968],
    ['Night.1968.720p.BluRay/night.1968.720p', ['night', 'Night'], 1968],
    ['Night', ['Night'], undefined],
  ])('at %s is named by its file, or by its folder', (path, titles, year) => {
    expect(read(path)).toMatchObject({ kind: 'movie', claim: { titles, year } });
  });

  test('takes the ids of its folder, unless that belongs to another movie', () => {
    expect(read('Night (1968) [tmdbid-1]/Night (1968)')).toMatchObject({
      claim: { ids: { tmdb: '1' } },
    });
    expect(read('Night (1968) [tmdbid-1]/Day (1985)')).toMatchObject({ claim: { ids: {} } });
    expect(read('Night (1968) [tmdbid-1]/Night (1990)')).toMatchObject({ claim: { ids: {} } });
  });

  test('that is only a part is refused', () => {
    expect(read('Night (1968)/Night (1968) - part1')).toMatchObject({ kind: 'refused' });
  });

  test('has extras, which are ignored', () => {
    expect(read('Night (1968)/Night (1968)-trailer')).toEqual({ kind: 'extra' });
  });
});

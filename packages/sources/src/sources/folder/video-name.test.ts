import { describe, expect, test } from 'vitest';
import { readVideoName } from './video-name.ts';

type Expected = readonly [
  name: string,
  title: string,
  year?: number | undefined,
  height?: number | undefined,
];

const MOVIES: readonly Expected[] = [
  ['Night of the Living Dead (1968)', 'Night of the Living Dead', 1968],
  ['Night of the Living Dead (1968) [tmdbid-10331]', 'Night of the Living Dead', 1968],
  ['Night of the Living Dead (1968) {imdb-tt0063350}', 'Night of the Living Dead', 1968],
  ['Night of the Living Dead (1968) - 1080p', 'Night of the Living Dead', 1968, 1080],
  ['Night of the Living Dead (1968) - [1080p]', 'Night of the Living Dead', 1968, 1080],
  ['Night of the Living Dead [1968]', 'Night of the Living Dead', 1968],
  ['Night of the Living Dead {1968}', 'Night of the Living Dead', 1968],
  ['Night.of.the.Living.Dead.1968.1080p.BluRay.x264-GRP', 'Night of the Living Dead', 1968, 1080],
  ['Night_of_the_Living_Dead_1968_720p', 'Night of the Living Dead', 1968, 720],
  ['night of the living dead', 'night of the living dead'],
  ['His Girl Friday (1940) [tmdbid-3085]', 'His Girl Friday', 1940],
  ['2001.A.Space.Odyssey.1968.2160p.UHD.BluRay.x265.10bit.HDR', '2001 A Space Odyssey', 1968, 2160],
  ['2001 - A Space Odyssey (1968)', '2001 - A Space Odyssey', 1968],
  ['Blade Runner 2049 (2017)', 'Blade Runner 2049', 2017],
  ['Blade.Runner.2049.2017.4K.HEVC', 'Blade Runner 2049', 2017, 2160],
  ['1917 (2019)', '1917', 2019],
  ['1917.2019.720p.WEB-DL.AAC', '1917', 2019, 720],
  ['1984 (1984)', '1984', 1984],
  ['2012', '2012'],
  ['2012 (2009) 480p', '2012', 2009, 480],
  ['Wonder Woman 1984 (2020)', 'Wonder Woman 1984', 2020],
  ['Death Race 2000 (1975)', 'Death Race 2000', 1975],
  ['Death.Race.2000.1975.DVDRip.XviD', 'Death Race 2000', 1975],
  ['The Kid (1921) (Restored)', 'The Kid', 1921],
  ['The.Kid.1921.RESTORED.1080p', 'The Kid', 1921, 1080],
  ['Kid, The (1921)', 'Kid, The', 1921],
  ['[Group] Akira (1988) [1080p]', 'Akira', 1988, 1080],
  ['[Group] Akira [1080p][10bit]', 'Akira', undefined, 1080],
  ['Das Cabinet des Dr. Caligari (1920)', 'Das Cabinet des Dr Caligari', 1920],
  ['Amélie (2001) [tmdb=194]', 'Amélie', 2001],
  ['七人の侍 (1954)', '七人の侍', 1954],
  ['Бронено́сец «Потёмкин» (1925)', 'Бронено́сец «Потёмкин»', 1925],
  ['M (1931)', 'M', 1931],
  ['Se7en (1995) 1080p', 'Se7en', 1995, 1080],
  ['8½ (1963)', '8½', 1963],
  ['12 Angry Men (1957) 576p', '12 Angry Men', 1957, 576],
  ['10 Things I Hate About You (1999)', '10 Things I Hate About You', 1999],
  ['300 (2006)', '300', 2006],
  ['(500) Days of Summer (2009)', '(500) Days of Summer', 2009],
  ['(1968) Night of the Living Dead', 'Night of the Living Dead', 1968],
  ['WALL-E (2008)', 'WALL-E', 2008],
  ['Spider-Man - Far from Home (2019)', 'Spider-Man - Far from Home', 2019],
  [
    'Mission Impossible - Fallout (2018) {edition-IMAX} {tmdb-353081}',
    'Mission Impossible - Fallout',
    2018,
  ],
  ['Charlotte’s Web (2006)', 'Charlotte’s Web', 2006],
  ['Dr. Strangelove (1964) 1920x1080', 'Dr Strangelove', 1964, 1080],
  ['Plan 9 from Outer Space (1957) 640x480', 'Plan 9 from Outer Space', 1957, 480],
  [
    'Harry Potter and the Deathly Hallows Part 1 (2010)',
    'Harry Potter and the Deathly Hallows Part 1',
    2010,
  ],
  ['Sherlock.Jr.1924', 'Sherlock Jr', 1924],
  ['Metropolis (1927) 1080i', 'Metropolis', 1927, 1080],
  ['movie', 'movie'],
  ['tt0063350', ''],
  ['Le Voyage dans la lune (1902) - 4K', 'Le Voyage dans la lune', 1902, 2160],
  ['Safety.Last!.1923.bluray', 'Safety Last!', 1923],
];

type Episodic = readonly [name: string, title: string, season: number, ...numbers: number[]];

const EPISODES: readonly Episodic[] = [
  ['Dragnet - S01E03 - The Big Death', 'Dragnet', 1, 3],
  ['Dragnet.S01E03.The.Big.Death.720p.WEB-DL', 'Dragnet', 1, 3],
  ['dragnet.s01e03', 'dragnet', 1, 3],
  ['Dragnet (1951) S01E03', 'Dragnet', 1, 3],
  ['Dragnet (1951) - s01e03', 'Dragnet', 1, 3],
  ['Dragnet.1951.S01E03', 'Dragnet', 1, 3],
  ['Dragnet S1E3', 'Dragnet', 1, 3],
  ['Dragnet S01.E03', 'Dragnet', 1, 3],
  ['Dragnet S01 E03', 'Dragnet', 1, 3],
  ['Dragnet - 1x03 - The Big Death', 'Dragnet', 1, 3],
  ['Dragnet 01x03', 'Dragnet', 1, 3],
  ['1x03', '', 1, 3],
  ['S01E03', '', 1, 3],
  ['S00E02 - Behind the badge', '', 0, 2],
  ['Sherlock Holmes (1954) - s01e01-e02', 'Sherlock Holmes', 1, 1, 2],
  ['Sherlock Holmes S01E01E02', 'Sherlock Holmes', 1, 1, 2],
  ['Sherlock Holmes S01E01-02', 'Sherlock Holmes', 1, 1, 2],
  ['Sherlock Holmes S01E01-E04', 'Sherlock Holmes', 1, 1, 2, 3, 4],
  ['Sherlock Holmes S01E01-S01E02', 'Sherlock Holmes', 1, 1, 2],
  ['Sherlock Holmes 1x01-02', 'Sherlock Holmes', 1, 1, 2],
  ['Sherlock Holmes 1x01-1x03', 'Sherlock Holmes', 1, 1, 2, 3],
  ['Sherlock Holmes S01E05-1080p', 'Sherlock Holmes', 1, 5],
  ['Sherlock Holmes S01E05 - 10 Little Indians', 'Sherlock Holmes', 1, 5],
  ['Sherlock Holmes 1x05 - 12 Stones', 'Sherlock Holmes', 1, 5],
  ['Sherlock Holmes - S01E05-1954', 'Sherlock Holmes', 1, 5],
  ['The 4400 S02E01', 'The 4400', 2, 1],
  ['24 - S03E07', '24', 3, 7],
  ['1923 S01E01', '1923', 1, 1],
  ['Space 1999 (1975) - S02E11', 'Space 1999', 2, 11],
  ['UFO.1970.S01E26.DVDRip', 'UFO', 1, 26],
  ['Season 2 Episode 7', '', 2, 7],
  ['The Lone Ranger - Season 2, Episode 7', 'The Lone Ranger', 2, 7],
  ['One Step Beyond S2025E104', 'One Step Beyond', 2025, 104],
  ['[Group] Astro Boy - S01E100 [480p]', 'Astro Boy', 1, 100],
];

describe('the name of a movie', () => {
  test.each(MOVIES.map(([name, title, year, height]) => ({ name, title, year, height })))(
    '$name',
    ({ name, title, year, height }) => {
      const read = readVideoName(name);
      expect({ ...read, title: read.title.normalize('NFC') }).toMatchObject({
        title: title.normalize('NFC'),
        year,
        height,
        episode: undefined,
        isPart: false,
        isExtra: false,
      });
    },
  );

  test.each([
    ['Film (1968) [tmdbid-10331]', { tmdb: '10331' }],
    ['Film (1968) [tmdb=10331]', { tmdb: '10331' }],
    ['Film (1968) {tmdb-10331}', { tmdb: '10331' }],
    ['Film (1968) (tmdbid=10331)', { tmdb: '10331' }],
    ['Film (1968) [imdbid-tt0063350]', { imdb: 'tt0063350' }],
    ['Film (1968) [imdbid=tt0063350] [tmdbid=10331]', { imdb: 'tt0063350', tmdb: '10331' }],
    ['Film (1968) {imdb-tt0063350}', { imdb: 'tt0063350' }],
    ['Film tt0063350', { imdb: 'tt0063350' }],
    ['Film (1968) {tvdb-77}', {}],
    ['Film (1968) [imdbid1=tt0063]', {}],
    ['Film (1968) [tmdbid-tt10]', {}],
  ])('%s contains its ids', (name, ids) => {
    expect(readVideoName(name).ids).toEqual(ids);
  });

  test.each([
    ["Film (1982) - Director's Cut", "Director's Cut"],
    ['Film (1982) {edition-Final Cut}', 'Final Cut'],
    ['Film (1982) (Restored)', 'Restored'],
    ['Film (1982) - 1080p', undefined],
    ['Film (1982) - part1', undefined],
    ['Film (1982)', undefined],
  ])('%s contains its cut', (name, edition) => {
    expect(readVideoName(name).edition).toBe(edition);
  });

  test.each(['Film (1982)-cd1', 'Film (1982) - part2', 'Film.1982.CD2', 'Film (1982)-pt-a'])(
    '%s names a part of it',
    (name) => {
      expect(readVideoName(name).isPart).toBe(true);
    },
  );

  test.each(['Film (1982)-trailer', 'Film-behindthescenes2', 'film.sample', 'sample', 'A-deleted'])(
    '%s names an extra',
    (name) => {
      expect(readVideoName(name).isExtra).toBe(true);
    },
  );

  test('may end with a number that is not a year', () => {
    expect(readVideoName('Wonder Woman 1984')).toMatchObject({
      title: 'Wonder Woman',
      year: 1984,
      wholeTitle: 'Wonder Woman 1984',
    });
  });
});

describe('the name of an episode', () => {
  test.each(
    EPISODES.map(([name, title, season, ...numbers]) => ({ name, title, season, numbers })),
  )('$name', ({ name, title, season, numbers }) => {
    expect(readVideoName(name)).toMatchObject({ title, episode: { season, numbers } });
  });

  test('may contain the day it was aired', () => {
    expect(readVideoName('The Show 1959-01-20')).toMatchObject({
      title: 'The Show',
      episode: undefined,
      isNamedByDate: true,
    });
  });
});

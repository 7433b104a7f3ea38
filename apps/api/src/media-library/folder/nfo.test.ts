import { describe, expect, test } from 'vitest';
import { readNotes } from './nfo.ts';

describe('notes', () => {
  test('of a movie as Kodi writes them', () => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <movie><title>Night &amp; Day</title><originaltitle>Nacht</originaltitle><year>1968</year>
      <uniqueid type="imdb">tt0063350</uniqueid><uniqueid type="tmdb" default="true">10331</uniqueid>
      <director>George A. Romero</director>
      <actor><name>Duane</name><tmdbid>99</tmdbid><title>Wrong</title></actor>
      <set><name>Days</name></set></movie>
      https://www.themoviedb.org/movie/10331`;
    expect(readNotes(text)).toEqual({
      kind: 'movie',
      claim: {
        titles: ['Night & Day', 'Nacht'],
        year: 1968,
        ids: { tmdb: '10331', imdb: 'tt0063350' },
        set: 'Days',
        people: ['George A. Romero', 'Duane'],
        texts: { title: 'Night & Day', originalTitle: 'Nacht', year: 1968 },
      },
      season: undefined,
      numbers: [],
    });
  });

  test.each([
    ['<movie><id>tt0063350</id></movie>', { imdb: 'tt0063350' }],
    [
      '<movie><imdbid>tt0063350</imdbid><tmdbid>10331</tmdbid></movie>',
      { imdb: 'tt0063350', tmdb: '10331' },
    ],
    ['<Movie><TmdbId> 10331 </TmdbId></Movie>', { tmdb: '10331' }],
    [
      '<tvshow><uniqueid type="tmdb">4244</uniqueid><uniqueid type="tvdb">7</uniqueid></tvshow>',
      { tmdb: '4244' },
    ],
    ['https://www.themoviedb.org/movie/10331-night', { tmdb: '10331' }],
    ['https://www.imdb.com/title/tt0063350/', { imdb: 'tt0063350' }],
    [
      '<movie><title>Night</title></movie> https://www.imdb.com/title/tt0063350/',
      { imdb: 'tt0063350' },
    ],
  ])('like %s name the ids', (text, ids) => {
    expect(readNotes(text)?.claim.ids).toEqual(ids);
  });

  test('of episodes name their numbers, and not the ids of the series', () => {
    const one = (episode: number) =>
      `<episodedetails><title>One</title><showtitle>Dragnet</showtitle><season>2</season>
       <episode>${episode}</episode><uniqueid type="tmdb">99</uniqueid></episodedetails>`;
    expect(readNotes(one(3) + one(4))).toMatchObject({
      kind: 'episode',
      season: 2,
      numbers: [3, 4],
      claim: { titles: ['Dragnet'], ids: {} },
    });
  });

  test('with texts tell them, as old and new versions of Kodi write them', () => {
    const text = `<movie><title>Grandma's birthday</title><plot>Cake &amp; candles.</plot>
      <outline>Cake.</outline><genre>Comedy / Family</genre><genre>Kurzfilm</genre>
      <ratings><rating name="imdb" max="10"><value>6.5</value><votes>99</votes></rating>
      <rating name="rt" max="100" default="true"><value>71</value></rating></ratings>
      <runtime>12</runtime></movie>`;
    expect(readNotes(text)?.claim).toMatchObject({
      titles: ["Grandma's birthday"],
      year: undefined,
      texts: {
        title: "Grandma's birthday",
        overview: 'Cake & candles.',
        genres: ['Comedy', 'Family', 'Kurzfilm'],
        rating: 7.1,
        runtime: 12,
      },
    });
    expect(
      readNotes('<movie><title>A</title><rating>6,4</rating><runtime>92 min</runtime></movie>')
        ?.claim.texts,
    ).toEqual({ title: 'A', rating: 6.4, runtime: 92 });
    expect(
      readNotes('<movie><title>A</title><rating>0.0</rating><runtime>0</runtime></movie>')?.claim
        .texts,
    ).toEqual({ title: 'A' });
  });

  test('of one episode tell its title and plot', () => {
    const one = (episode: number) =>
      `<episodedetails><title>The Big Fall</title><plot>A man falls.</plot><season>1</season>
       <episode>${episode}</episode></episodedetails>`;
    expect(readNotes(one(1))?.episodeTexts).toEqual({
      title: 'The Big Fall',
      overview: 'A man falls.',
    });
    expect(readNotes(one(1) + one(2))?.episodeTexts).toBeUndefined();
  });

  test.each([
    '',
    'just words',
    '<movie></movie>',
    '<movie><title>Night',
    '<html><title>Night</title></html>',
    '<movie><year>1968</year></movie>',
    '<movie><uniqueid type="tmdb">../../etc</uniqueid></movie>',
    '\0\x01\xff',
  ])('like %j are ignored', (text) => {
    expect(readNotes(text)).toBeUndefined();
  });

  test('with custom entities do not expand them', () => {
    const bomb = `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">
      <!ENTITY f SYSTEM "file:///etc/passwd">]><movie><title>&b;&f;</title><year>1968</year></movie>`;
    expect(readNotes(bomb)?.claim.titles).toEqual(['&b;&f;']);
  });

  test('with endless nesting are soon read', () => {
    const nested = `<movie><title>Night</title><year>1968</year>${'<a>'.repeat(500_000)}`;
    expect(readNotes(nested)?.claim).toMatchObject({ titles: ['Night'], year: 1968, ids: {} });
  });
});

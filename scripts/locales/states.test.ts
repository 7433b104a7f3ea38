import { expect, test } from 'vitest';
import { glossaryDeviations, parseGlossary, unusedTerms } from './glossary.ts';
import { marked, parseStates, reportStates } from './states.ts';

const texts = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries));
const ENGLISH = { 'a.save': 'Save', 'a.files_one': 'One file', 'a.files_other': '{{count}} files' };
const german = texts({
  'a.save': 'Sichern',
  'a.files_one': 'Eine Datei',
  'a.files_other': '{{count}} Dateien',
});
const english = texts(ENGLISH);

test('a text that was marked is known until its English changes', () => {
  const states = parseStates(marked({ texts: german, english, states: new Map() }, 'machine', []));
  expect(reportStates(german, english, states)).toEqual({
    stale: [],
    known: { machine: ['a.save', 'a.files'], read: [], native: [] },
  });
  const changed = texts({ ...ENGLISH, 'a.files_one': '{{count}} file' });
  expect(reportStates(german, changed, states)).toMatchObject({ stale: ['a.files'] });
  const read = parseStates(marked({ texts: german, english, states }, 'read', ['a.save']));
  expect(reportStates(german, english, read).known).toEqual({
    machine: ['a.files'],
    read: ['a.save'],
    native: [],
  });
});

test('marking one text leaves stale ones stale, and texts that are missing unmarked', () => {
  const states = parseStates(
    marked({ texts: german, english, states: new Map() }, 'native', ['a.files']),
  );
  expect(reportStates(german, english, states)).toMatchObject({
    stale: ['a.save'],
    known: { native: ['a.files'] },
  });
  const empty = marked({ texts: new Map(), english, states: new Map() }, 'read', []);
  expect(empty).toEqual({});
});

test('a translation is expected to have one of the stems of each term in its English', () => {
  const terms = parseGlossary(
    'English\tDeutsch\tNotiz\nfile\tDatei, Akte\t\nsave\tspeichern\tVerb\n',
  );
  expect(glossaryDeviations(german, english, terms)).toEqual(['a.save: save → speichern: Sichern']);
});

test('a term that most texts translate otherwise is a fault of the glossary or of the texts', () => {
  const lines = ['One movie', 'A movie', 'The Movie Database', 'Movies', 'This movie'];
  const original = new Map(lines.map((text, index) => [`a.${index}`, text]));
  const translated = (word: string) =>
    new Map([...original].map(([key]) => [key, key === 'a.0' ? 'Ein Film' : `Ein ${word}`]));
  const terms = parseGlossary('English\tDeutsch\nmovie, picture\tFilm (Filme)\tNotiz\n');
  expect(unusedTerms(translated('Filme'), original, terms)).toEqual([]);
  expect(unusedTerms(translated('Streifen'), original, terms)).toEqual([
    '3 of 4 texts lack the glossary’s “Film” for “movie”, such as a.1',
  ]);
  const kept = parseGlossary('English\tPirate\nmovie\tsame as English\n');
  expect(unusedTerms(original, original, kept)).toEqual([]);
});

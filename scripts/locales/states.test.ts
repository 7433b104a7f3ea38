import { expect, test } from 'vitest';
import { glossaryDeviations, parseGlossary } from './glossary.ts';
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

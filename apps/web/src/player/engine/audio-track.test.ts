import { expect, test } from 'vitest';

import { canonicalLanguage, findAudio } from './audio-track.ts';

test.each([
  ['de', 'de'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['pt-br', 'pt-BR'],
  ['und', undefined],
  ['', undefined],
  ['not a language', undefined],
  [undefined, undefined],
])('%s is %s', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical);
});

const TRACKS = [
  { id: '0', language: 'en', label: 'English' },
  { id: '1', language: 'pt', label: 'Português' },
  { id: '2', language: 'pt-BR', label: 'Brasil' },
  { id: '3', language: 'pt-BR', label: 'Brasil, comentário' },
  { id: '4', language: undefined, label: 'Music' },
];

test.each([
  [{ language: 'pt-br' }, '2'],
  [{ language: 'por' }, '1'],
  [{ language: 'pt-PT' }, '1'],
  [{ language: 'pt-BR', label: 'Brasil, comentário' }, '3'],
  [{ language: 'en', label: 'gone' }, '0'],
  [{ language: 'fr' }, undefined],
  [{ language: undefined, label: 'Music' }, '4'],
  [{ language: undefined, label: 'English' }, undefined],
  [{ language: undefined, label: '' }, undefined],
])('%j finds track %s', (wanted, id) => {
  expect(findAudio(TRACKS, wanted)?.id).toBe(id);
});

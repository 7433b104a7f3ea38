import { expect, test } from 'vitest';
import { createLanguageCopies, type CopiedText } from './language-copies.ts';

const HOUR_MS = 60 * 60_000;
const ENGLISH: CopiedText = {
  title: { kind: 'tv', id: 1930 },
  path: '/tv/1930',
  isSeason: false,
  language: 'en-US',
};
const GERMAN: CopiedText = { ...ENGLISH, language: 'de-DE' };

const details = (overview: string, image: string) => ({
  id: 1930,
  overview,
  poster_path: `/${image}.jpg`,
  backdrop_path: null,
  seasons: [{ season_number: 1, name: overview, poster_path: `/${image}-1.jpg` }],
  credits: { cast: [], crew: [{ name: 'A carpenter', job: 'Carpenter' }] },
  similar: { results: [{ id: 2 }] },
  videos: { results: [{ key: 'trailer' }] },
});
const GERMAN_BODY = JSON.stringify(details('Leute', 'de'));

function copies() {
  const stored = new Map<string, Uint8Array>();
  const paths: string[] = [];
  const warnings: string[] = [];
  const state = { now: 1, isFull: false, isAway: false, isCopying: true };
  const languages = createLanguageCopies({
    rows: {
      get: async (path) => stored.get(path),
      save: async ({ path, content }) => {
        paths.push(path);
        if (state.isAway) throw new Error('away');
        if (!state.isFull) stored.set(path, content);
        return !state.isFull;
      },
    },
    isCopying: () => state.isCopying,
    now: () => state.now,
    warn: (message) => warnings.push(message),
  });
  const visit = async (text: CopiedText, body = GERMAN_BODY) => {
    languages.keep(text, body);
    await languages.settle();
  };
  const put = (path: string, content: object) =>
    stored.set(path, Buffer.from(JSON.stringify(content)));
  return { ...languages, visit, put, stored, paths, warnings, state };
}

test('a response is copied without what no page shows offline', async () => {
  const { visit, get, stored } = copies();
  await visit(GERMAN);
  expect([...stored.keys()]).toEqual(['/tv/1930?language=de-DE']);
  const copy = await get(GERMAN);
  expect(copy).toMatchObject({ overview: 'Leute', credits: { crew: [] } });
  expect(Object.keys(copy ?? {})).not.toContain('similar');
  expect(Object.keys(copy ?? {})).not.toContain('videos');
});

test('a copy has the pictures of the English one, which are copied, and what it lacks', async () => {
  const { visit, put, get } = copies();
  put('/tv/1930', { ...details('People', 'en'), homepage: 'https://show.test' });
  await visit(GERMAN);
  expect(await get(GERMAN)).toMatchObject({
    overview: 'Leute',
    homepage: 'https://show.test',
    poster_path: '/en.jpg',
    seasons: [{ season_number: 1, name: 'Leute', poster_path: '/en-1.jpg' }],
  });
  expect(await get({ ...GERMAN, language: 'fr-FR' })).toMatchObject({ overview: 'People' });
});

test('English is left to the copies that are made without visitors', async () => {
  const { visit, paths } = copies();
  for (const language of [undefined, 'en', 'en-GB']) await visit({ ...GERMAN, language });
  expect(paths).toEqual([]);
});

test('a copy is renewed at a visit, at most once a day', async () => {
  const { visit, paths, state } = copies();
  await visit(GERMAN);
  await visit(GERMAN);
  expect(paths).toHaveLength(1);
  state.now += 25 * HOUR_MS;
  await visit(GERMAN);
  expect(paths).toHaveLength(2);
});

test('what could not be stored is stored at the next visit', async () => {
  const { visit, stored, warnings, state } = copies();
  state.isAway = true;
  await visit(GERMAN);
  expect(warnings).toEqual([expect.stringContaining('away')]);
  state.isAway = false;
  await visit(GERMAN);
  expect(stored.size).toBe(1);
});

test('the log tells once that there is no space', async () => {
  const { visit, warnings, state } = copies();
  state.isFull = true;
  for (const language of ['de-DE', 'fr-FR', 'ja-JP']) await visit({ ...GERMAN, language });
  expect(warnings).toEqual([expect.stringContaining('256 MiB')]);
});

test.each([
  ['a title of the starter catalog', { ...GERMAN, title: { kind: 'tv', id: 1_000_000_001 } }, true],
  ['a library that is not copied', GERMAN, false],
] as const)('nothing is copied of %s', async (_what, text, isCopying) => {
  const { visit, paths, state } = copies();
  state.isCopying = isCopying;
  await visit(text);
  expect(paths).toEqual([]);
});

test('a response in another form is not copied', async () => {
  const { visit, stored } = copies();
  await visit({ ...GERMAN, isSeason: true });
  expect(stored.size).toBe(0);
});

import { afterEach, expect, test, vi } from 'vitest';
import { titleList } from './title-list.ts';

afterEach(() => vi.unstubAllGlobals());

const film = (id: number, title: string, more = {}) => ({
  id,
  title,
  original_title: title,
  original_language: 'en',
  release_date: '1960-01-01',
  poster_path: null,
  ...more,
});

/** Answers in the language that is asked for; a list of who was asked. */
function answering(answers: Readonly<Record<string, readonly object[]>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    const language = new URL(input, 'http://localhost').searchParams.get('language') ?? '';
    asked.push(language);
    const results = answers[language];
    return results
      ? Response.json({ page: 1, results, total_pages: 7, total_results: 130 })
      : Response.json({ status_message: 'down' }, { status: 502 });
  });
  return asked;
}

const list = (language: string) =>
  titleList({
    path: '/movie/popular',
    kind: 'movie',
    language,
    query: { page: 1 },
    signal: new AbortController().signal,
  });
const names = async (language: string) => (await list(language)).titles.map(({ title }) => title);

test('what is translated is told in the language of the interface, with one request', async () => {
  const asked = answering({ 'de-DE': [film(1, 'Die Nacht', { original_title: 'Night' })] });
  expect(await names('de-DE')).toEqual(['Die Nacht']);
  expect(asked).toEqual(['de-DE']);
});

test('what nobody has translated is told in English', async () => {
  const foreign = film(2, '기생충', { original_language: 'ko' });
  answering({
    'de-DE': [film(1, 'Die Nacht', { original_title: 'Night' }), foreign],
    'en-US': [film(1, 'Night'), film(2, 'Parasite', { original_language: 'ko' })],
  });
  expect(await names('de-DE')).toEqual(['Die Nacht', 'Parasite']);
});

test('without an answer in English the names stay as they are', async () => {
  answering({ 'de-DE': [film(2, '기생충', { original_language: 'ko' })] });
  expect(await names('de-DE')).toEqual(['기생충']);
});

test('titles in their own language are not asked for again', async () => {
  const asked = answering({ 'de-DE': [film(1, 'Metropolis', { original_language: 'de' })] });
  expect(await names('de-DE')).toEqual(['Metropolis']);
  expect(asked).toHaveLength(1);
});

test('a list says how many pages and titles there are, and leaves out what is broken', async () => {
  answering({ 'en-US': [film(1, 'Night'), { id: 'x' }] });
  expect(await list('en-US')).toMatchObject({ pages: 7, total: 130, titles: [{ tmdbId: '1' }] });
});

import { expect, test } from 'vitest';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import { NotFoundError } from '#source.ts';
import { fakeContext, jsonResponse } from '#testing/fake-context.ts';
import { ourMovies } from './our-movies.ts';

const media: ScrapeMovie = { type: 'movie', title: 'Tide', releaseYear: 2016, tmdbId: '7' };
const tide = {
  id: 'tide',
  title: 'Tide',
  year: 2016,
  licence: 'https://creativecommons.org/licenses/by/4.0/',
  files: [{ height: 720, url: 'https://ours.test/tide-720.mp4' }, 'nonsense'],
  subtitles: [{ language: 'English', url: 'https://ours.test/tide.vtt' }],
};

async function find(...films: readonly unknown[]) {
  const context = fakeContext(() => jsonResponse({ films }));
  const result = await ourMovies('https://ours.test').movie?.({ ...context, media });
  return { ...context, streams: result?.streams };
}

test('an example movie plays, with its captions and its license', async () => {
  const { requests, streams } = await find(tide);
  expect(requests).toMatchObject([
    { url: 'https://ours.test/films', options: { query: { title: 'Tide' } } },
  ]);
  expect(streams).toMatchObject([
    {
      type: 'file',
      qualities: { 720: { url: 'https://ours.test/tide-720.mp4' } },
      captions: [{ language: 'en' }],
      attribution: { text: 'Tide', licence: 'CC BY 4.0' },
    },
  ]);
});

test.each([
  ['another movie', { ...tide, title: 'Tidal' }],
  ['another year', { ...tide, year: 1999 }],
  ['a movie that is not approved', { ...tide, licence: undefined }],
])('%s is not found', async (_, film) => {
  await expect(find(film)).rejects.toBeInstanceOf(NotFoundError);
});

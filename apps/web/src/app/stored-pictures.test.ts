// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { watchPictures } from './stored-pictures.ts';

const NIGHT = 'https://image.tmdb.org/t/p/w342/night.jpg';
const SUMMARY = {
  isComplete: true,
  counts: { movies: 1, shows: 0, videos: 0 },
  collections: 0,
  genres: [],
  decades: [],
  sources: [],
};

let stopped = new AbortController();

afterEach(() => {
  stopped.abort();
  queryClient.clear();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** An image on a page whose server sends this summary. */
function watched(summary: object, src = NIGHT) {
  stopped = new AbortController();
  vi.stubGlobal('fetch', async () => Response.json({ ...SUMMARY, ...summary }));
  watchPictures(document, stopped.signal);
  const image = document.createElement('img');
  image.src = src;
  document.body.append(image);
  const failed = vi.fn<() => void>();
  image.addEventListener('error', failed);
  return { image, failed, fail: () => image.dispatchEvent(new Event('error')) };
}

test("a picture that TMDB doesn't send is this server's copy", async () => {
  const { image, failed, fail } = watched({ pictures: '/library/pictures/signature/tmdb' });
  fail();
  await vi.waitFor(() =>
    expect(image.getAttribute('src')).toBe('/library/pictures/signature/tmdb/night.jpg'),
  );
  expect(failed).not.toHaveBeenCalled();
  // The copy fails too.
  fail();
  expect(failed).toHaveBeenCalledTimes(1);
});

test('without copies, it fails as before', async () => {
  const { image, failed, fail } = watched({});
  fail();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  expect(image.src).toBe(NIGHT);
});

test('pictures of other hosts are left alone', () => {
  const { failed, fail } = watched(
    { pictures: '/library/pictures/x/tmdb' },
    'https://a.test/b.png',
  );
  fail();
  expect(failed).toHaveBeenCalledTimes(1);
});

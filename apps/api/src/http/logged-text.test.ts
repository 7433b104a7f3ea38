import { expect, test } from 'vitest';
import { loggedUrl } from './logged-text.ts';

test.each([
  ['/meta', '/meta'],
  ['/scrape?type=movie&token=jwt|abc', '/scrape?type=movie&token=[hidden]'],
  ['/x?api_key=1&KEY=2&page=3', '/x?api_key=[hidden]&KEY=[hidden]&page=3'],
  [
    '/x?access_token=1&apikey=2&anything=3',
    '/x?access_token=[hidden]&apikey=[hidden]&anything=[hidden]',
  ],
  [
    '/scrape?type=movie&title=Heat&releaseYear=1995&tmdbId=949',
    '/scrape?type=movie&title=[hidden]&releaseYear=[hidden]&tmdbId=[hidden]',
  ],
  [
    '/catalogue/3/search/movie?query=heat&page=2',
    '/catalogue/3/search/movie?query=[hidden]&page=2',
  ],
  ['/catalogue/3/movie/949', '/catalogue/3/movie/[id]'],
  ['/catalogue/3/find/tt0113277', '/catalogue/3/find/[id]'],
  ['/users/ab-1/bookmarks/949', '/users/ab-1/bookmarks/[id]'],
  ['/media/tmdb-movie-949-heat/1', '/media/[hidden]'],
  ['/browse/heat', '/browse/[hidden]'],
  [
    '/proxy?destination=https%3A%2F%2Fcdn.test%2Ffilm%3Fsecret%3D1',
    '/proxy?destination=https://cdn.test',
  ],
  ['/proxy?Destination=https%3A%2F%2Fa.test%2Fx%3Ft%3D1', '/proxy?Destination=https://a.test'],
  ['/proxy?destination=nonsense', '/proxy?destination=[hidden]'],
  ['/scrape/embed?id=a&url=https%3A%2F%2Fa.test%2Fx', '/scrape/embed?id=a&url=https://a.test'],
  ['/stream/q5_-Zx/heat.m3u8', '/stream/[hidden]'],
  ['/stream/q5_-Zx?_HLS_msn=7', '/stream/[hidden]?_HLS_msn=7'],
  ['/subtitles/file/q5_-Zx', '/subtitles/file/[hidden]'],
  ['/links/q5_-Zx', '/links/[hidden]'],
  ['/invitations/q5_-Zx', '/invitations/[hidden]'],
  ['/register?invite=q5_-Zx', '/register?invite=[hidden]'],
  ['/x?type=a%20text%20in%20a%20shown%20place', '/x?type=[hidden]'],
  ['/x?a%0Aname=1', '/x?[hidden]'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged);
});

test.each([
  `/${'a'.repeat(10_240)}`,
  `/meta?q=${'a'.repeat(10_240)}`,
  `/meta?${'type=movie&'.repeat(1_000)}`,
  `/proxy?destination=https://${'a'.repeat(10_240)}.test`,
])('ten kilobytes are truncated', (url) => {
  expect(loggedUrl(url).length).toBeLessThan(400);
});

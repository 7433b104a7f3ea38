import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeWebDist } from '../support/web-dist.ts';

const dist = makeWebDist();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({}, { webDist: dist.root });
});
afterAll(async () => {
  await server.close();
  dist.remove();
});

const visit = (path: string, languages = '') =>
  request(server.url).get(path).set('Accept-Language', languages).buffer();

test('browsers can add the search, with the address of the request', async () => {
  const { headers, status, text } = await visit('/opensearch.xml');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
  expect(text).toContain(`template="${server.url}/browse/{searchTerms}"`);
});

test.each([
  ['fr-CH, de-AT;q=0.9, en;q=0.8', 'Filme &amp; Serien suchen'],
  ['zh-TW', '搜尋電影和影集'],
  ['tlh, constructor, ?', 'Search movies and shows'],
])(
  'the search is described in the language of a browser that speaks %s',
  async (languages, label) => {
    const { headers, text } = await visit('/opensearch.xml', languages);
    expect(text).toContain(`<Description>${label}</Description>`);
    expect(headers.vary).toContain('accept-language');
  },
);

test.each([
  ['de-AT, en', { lang: 'de', description: 'Filme und Serien' }],
  ['zh-TW', { lang: 'zh-Hant', description: '電影和影集' }],
  ['__proto__, tlh', { lang: 'en', description: expect.stringContaining('open archives') }],
])('the app is described in the language of a browser that speaks %s', async (languages, texts) => {
  const { headers, status, text } = await visit('/manifest.webmanifest', languages);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ name: 'Matinee', ...texts });
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(headers.vary).toContain('accept-language');
});

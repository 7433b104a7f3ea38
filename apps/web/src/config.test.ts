import { describe, expect, test } from 'vitest';
import { parseClientConfig } from './config.ts';

const DEFAULTS = {
  BACKEND_URL: '',
  CORS_PROXY_URL: '/proxy,|type=api|',
  TMDB_IMAGE_URL: 'https://image.tmdb.org',
  ALLOW_AUTOPLAY: true,
  BOOKMARKS_REQUIRE_ACCOUNT: false,
  TRAILERS: true,
  REPORT_SOURCES: true,
  DISALLOWED_IDS: [''],
};

test.each([undefined, null, 'text', 7, [], {}])(
  'without options (%j) the defaults apply',
  (input) => {
    expect(parseClientConfig(input)).toMatchObject(DEFAULTS);
  },
);

test('names may have the prefix of earlier clients, and the plain name wins', () => {
  const { ALLOW_AUTOPLAY, DMCA_EMAIL, GITHUB_LINK } = parseClientConfig({
    VITE_ALLOW_AUTOPLAY: 'false',
    VITE_DMCA_EMAIL: 'old@site.example',
    DMCA_EMAIL: ' new@site.example ',
    VITE_GITHUB_LINK: 'https://code.example/matinee/',
  });
  expect(ALLOW_AUTOPLAY).toBe(false);
  expect(DMCA_EMAIL).toBe('new@site.example');
  expect(GITHUB_LINK).toBe('https://code.example/matinee');
});

test('options of single sources are parsed', () => {
  expect(
    parseClientConfig({ DISABLED_SOURCES: 'a, b', SOURCE_SECONDS: 'c=20,d=5,nonsense,e=soon' }),
  ).toMatchObject({ DISABLED_SOURCES: ['a', 'b'], SOURCE_SECONDS: { c: 20_000, d: 5_000 } });
});

test('an empty plain option does not hide its prefixed form', () => {
  expect(parseClientConfig({ DMCA_EMAIL: '', VITE_DMCA_EMAIL: 'a@site.example' }).DMCA_EMAIL).toBe(
    'a@site.example',
  );
});

describe('an empty value counts as unset', () => {
  test.each(['', null, undefined])('%j', (value) => {
    const config = parseClientConfig({
      BACKEND_URL: value,
      DISCORD_LINK: value,
      DMCA_EMAIL: value,
    });
    expect(config).toMatchObject({ ...DEFAULTS, BACKEND_URL: '' });
    expect(config.DISCORD_LINK).toBeUndefined();
    expect(config.DMCA_EMAIL).toBeUndefined();
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://host.example', 'not a link'])(
  'an unsafe link is hidden: %s',
  (link) => {
    const config = parseClientConfig({
      DONATION_LINK: link,
      GITHUB_LINK: link,
      TMDB_IMAGE_URL: link,
    });
    expect(config.DONATION_LINK).toBeUndefined();
    expect(config.GITHUB_LINK).toBeUndefined();
    expect(config.TMDB_IMAGE_URL).toBe(DEFAULTS.TMDB_IMAGE_URL);
  },
);

test('a flag that is neither true nor false keeps its default', () => {
  expect(parseClientConfig({ ALLOW_AUTOPLAY: 'perhaps' }).ALLOW_AUTOPLAY).toBe(true);
  expect(parseClientConfig({ ALLOW_AUTOPLAY: false }).ALLOW_AUTOPLAY).toBe(false);
});

test('removed titles are a list with any spacing', () => {
  expect(
    parseClientConfig({ DISALLOWED_IDS: 'movie-1, series-2 ,movie-3' }).DISALLOWED_IDS,
  ).toEqual(['movie-1', 'series-2', 'movie-3']);
});

test('replaced hosts are pairs, and incomplete pairs are ignored', () => {
  expect(
    parseClientConfig({ CDN_REPLACEMENTS: ' old.cdn:new.cdn, ,half, :none,a:b:c,x : y' })
      .CDN_REPLACEMENTS,
  ).toEqual([
    { before: 'old.cdn', after: 'new.cdn' },
    { before: 'x', after: 'y' },
  ]);
  expect(parseClientConfig({}).CDN_REPLACEMENTS).toEqual([]);
});

test('the PeerTube query is read as the operator wrote it', () => {
  const config = parseClientConfig({
    PEERTUBE_INSTANCES: 'https://a.example, https://b.example',
    PEERTUBE_HOSTS: 'a.example=http://127.0.0.1:1,half,c=ftp://x',
    PEERTUBE_SEARCH: 'true',
  });
  expect(config.PEERTUBE_INSTANCES).toEqual(['https://a.example', 'https://b.example']);
  expect(config.PEERTUBE_HOSTS).toEqual({ 'a.example': 'http://127.0.0.1:1' });
  expect(config.PEERTUBE_SEARCH).toBe(true);
  expect(parseClientConfig({})).toMatchObject({ PEERTUBE_INSTANCES: [], ALLOW_USER_ADDONS: false });
});

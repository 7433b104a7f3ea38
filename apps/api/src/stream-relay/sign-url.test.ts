import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSignUrl } from './sign-url.ts';
import {
  createStreamTokens,
  streamPath,
  type StreamClaims,
  type StreamToken,
} from './stream-token.ts';

const tokens = createStreamTokens({ secret: 'x'.repeat(32), now: () => 1_800_000_000_000 });
const HEADERS = {
  referer: 'https://page.test/',
  authorization: 'Bearer s',
  'x-emby-token': 's',
  'x-pin': 's',
};

function tokenFor(url: string, headers: StreamClaims['headers'] = HEADERS): StreamToken {
  return tokens.read(tokens.newSession()({ url, kind: 'playlist', headers }));
}

const PLAYLIST = 'https://a.test/dir/x.m3u8';

/** Returns the content of the token that replaced a link. `at`: the final URL of the playlist. */
function follow(address: string, { of = PLAYLIST, at }: { of?: string; at?: string } = {}) {
  const ticket = tokenFor(of);
  const path = createSignUrl(ticket, at ?? of, tokens.childTokens(ticket))(address, 'media');
  if (path === address) return 'as it is';
  return path === undefined ? undefined : read(path);
}

function read(path = ''): StreamToken {
  const [, , text = '', name] = path.split('/');
  return tokens.read(text, name);
}

describe('a link in a playlist', () => {
  test.each([
    ['1.ts', 'https://a.test/dir/1.ts'],
    ['../1.ts?a=b', 'https://a.test/1.ts?a=b'],
    ['/1.ts', 'https://a.test/1.ts'],
    ['//b.test/1.ts', 'https://b.test/1.ts'],
    ['http://b.test/ü .ts', 'http://b.test/%C3%BC%20.ts'],
    ['?part=1', 'https://a.test/dir/x.m3u8?part=1'],
    ['a..b-_.ts', 'https://a.test/dir/a..b-_.ts'],
    ['a/b/c.ts?d=/../e', 'https://a.test/dir/a/b/c.ts?d=/../e'],
    ['a/b/../c.ts', 'https://a.test/dir/a/c.ts'],
    ['a/./c.ts', 'https://a.test/dir/a/c.ts'],
    ['a/%2e%2e/%2E%2E/c.ts', 'https://a.test/c.ts'],
    ['a/..', 'https://a.test/dir/'],
    ['a//c.ts', 'https://a.test/dir/a//c.ts'],
    ['a\\..\\..\\c.ts', 'https://a.test/c.ts'],
    ['a?b=%zz', 'https://a.test/dir/a?b=%zz'],
    ['a?b c', 'https://a.test/dir/a?b%20c'],
    ['a.ts#b', 'https://a.test/dir/a.ts#b'],
    ['https://a.test/dir/1.ts', 'https://a.test/dir/1.ts'],
    ['https://a.test/dir/../1.ts', 'https://a.test/1.ts'],
    ['https://a.test/dir//b.test/1.ts', 'https://a.test/dir//b.test/1.ts'],
    ['.', 'https://a.test/dir/'],
    ['..', 'https://a.test/'],
    ['a:b', undefined],
  ])('%s opens %s', (address, url) => {
    if (url === undefined) expect(follow(address)).toBeUndefined();
    else expect(follow(address)).toMatchObject({ url, kind: 'media' });
  });

  test('is resolved as a URL parser does it', () => {
    const letters = fc.constantFrom(...'ab.-_/?#:@&=%2e\\\t ü'.split(''));
    const address = fc.oneof(
      fc.string({ unit: letters, minLength: 1, maxLength: 100 }),
      fc.string({ unit: letters }).map((rest) => `https://a.test/dir/${rest}`),
    );
    fc.assert(
      fc.property(address, (given) => {
        const url = URL.parse(given, PLAYLIST);
        const found = follow(given);
        if (url?.protocol.startsWith('http')) {
          expect(found).toMatchObject({ url: url.href, kind: 'media' });
        } else expect(found).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('is relative to the final address of the playlist', () => {
    expect(follow('1.ts', { at: 'https://cdn.test/else/y.m3u8' })).toMatchObject({
      url: 'https://cdn.test/else/1.ts',
    });
  });

  test.each(['data:video/mp2t;base64,AA', 'skd://key'])('%s stays unchanged', (address) => {
    expect(follow(address)).toBe('as it is');
  });

  test.each([
    'file:///etc/passwd',
    'library:folder/1',
    'ftp://b.test/1.ts',
    'ws://b.test/',
    'javascript:alert(1)',
    'intent://b.test/#Intent;end',
    'blob:https://b.test/1',
    'http://',
  ])('%s is not revealed', (address) => {
    expect(follow(address)).toBeUndefined();
  });

  test('to a playlist may not contain a token, because that could name anything', () => {
    const ticket = tokenFor(PLAYLIST);
    const link = createSignUrl(ticket, PLAYLIST, tokens.childTokens(ticket));
    expect(link('data:application/vnd.apple.mpegurl;base64,AA', 'playlist')).toBeUndefined();
    expect(link('skd://key', 'playlist')).toBeUndefined();
  });

  test('of a media library stays in the library', () => {
    const at = 'library:folder/films/x.m3u8';
    expect(follow('library:folder/films/1.ts', { of: at })).toMatchObject({
      url: 'library:folder/films/1.ts',
    });
  });

  test('passes headers on, secrets only to the same server', () => {
    expect(follow('1.ts')).toHaveProperty('headers', HEADERS);
    expect(follow('https://b.test/1.ts')).toHaveProperty('headers', { referer: HEADERS.referer });
    expect(follow('http://a.test/1.ts')).toHaveProperty('headers', { referer: HEADERS.referer });
    expect(follow('https://a.test:8443/1.ts')).toHaveProperty('headers', {
      referer: HEADERS.referer,
    });
    expect(follow('1.ts', { at: 'https://b.test/y.m3u8' })).toHaveProperty('headers', {
      referer: HEADERS.referer,
    });
  });

  test('of a library’s playlist passes secrets on to the server of that playlist', () => {
    const playlist = { of: 'library:jellyfin/7', at: 'http://10.0.0.5/x.m3u8' };
    expect(follow('1.ts', playlist)).toMatchObject({
      url: 'http://10.0.0.5/1.ts',
      headers: HEADERS,
    });
    expect(follow('https://b.test/1.ts', playlist)).toHaveProperty('headers', {
      referer: HEADERS.referer,
    });
  });

  test.each(['own', 'named', 'public'] as const)(
    'of a %s stream may lead to the following addresses',
    (scope) => {
      const issue = tokens.newSession();
      const parent = tokens.read(issue({ url: PLAYLIST, kind: 'playlist', headers: {}, scope }));
      const path = createSignUrl(parent, parent.url, tokens.childTokens(parent))('1.ts', 'media');
      expect(read(path).scope).toBe(scope);
    },
  );

  test.each(['own', 'named'] as const)(
    'of a %s stream opens one file without its name',
    (scope) => {
      const issue = tokens.newSession();
      const parent = tokens.read(issue({ url: PLAYLIST, kind: 'playlist', headers: {}, scope }));
      const path = createSignUrl(
        parent,
        PLAYLIST,
        tokens.childTokens(parent),
      )('secret.ts', 'media');
      expect(path).toMatch(/\/stream\.ts$/);
      const [, , text = ''] = path?.split('/') ?? [];
      expect(tokens.read(text, 'other.ts').url).toBe('https://a.test/dir/secret.ts');
    },
  );

  test('of a public stream shares the token of its directory', () => {
    const ticket = tokenFor(PLAYLIST);
    const link = createSignUrl(ticket, PLAYLIST, tokens.childTokens(ticket));
    const tokenOf = (address: string) => link(address, 'media')?.split('/')[2];
    expect(tokenOf('2.ts')).toBe(tokenOf('1.ts'));
    expect(tokenOf('https://a.test/dir/3.ts')).toBe(tokenOf('1.ts'));
    for (const address of ['sub/1.ts', '../1.ts', '1.ts?key=1', 'https://b.test/dir/1.ts'])
      expect(tokenOf(address)).not.toBe(tokenOf('1.ts'));
    expect(link('1.ts', 'media')).toMatch(/\/1\.ts$/);
    expect(link('secret.ts?key=1', 'media')).toMatch(/\/stream\.ts$/);
  });

  test('keeps the session and the expiry', () => {
    const parent = tokenFor('https://a.test/x.m3u8');
    const child = read(
      createSignUrl(parent, parent.url, tokens.childTokens(parent))('1.ts', 'media'),
    );
    expect([child.session, child.expires]).toEqual([parent.session, parent.expires]);
  });

  test('to a playlist beside it does not open media', () => {
    const ticket = tokenFor(PLAYLIST);
    const link = createSignUrl(ticket, PLAYLIST, tokens.childTokens(ticket));
    expect(read(link('1.ts', 'playlist'))).toMatchObject({ kind: 'playlist' });
    expect(read(link('1.ts', 'media'))).toMatchObject({ kind: 'media' });
  });

  test('that is too long for a request line is refused', () => {
    expect(() => follow(`/${'a'.repeat(7_000)}`)).toThrow('URL that is too long');
  });
});

test.each([
  ['playlist', 'https://a.test/secret-name', '/stream/T/index.m3u8'],
  ['media', 'https://a.test/secret-name.mp4?x', '/stream/T/stream.mp4'],
  ['media', 'library:folder/secret.WEBM', '/stream/T/stream.webm'],
  ['media', 'https://a.test/secret.php', '/stream/T'],
] as const)('the path of a %s at %s reveals no more than %s', (kind, url, path) => {
  expect(streamPath('T', { kind, url })).toBe(path);
});

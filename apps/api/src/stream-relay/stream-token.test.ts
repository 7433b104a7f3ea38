import { describe, expect, test } from 'vitest';
import { createStreamTokens, type StreamClaims } from './stream-token.ts';

const SECRET = 'a secret of at least thirty-two characters';
const GRANT: StreamClaims = {
  url: 'http://10.0.0.5:8096/videos/1/master.m3u8?ApiKey=very-secret',
  kind: 'playlist',
  headers: { authorization: 'MediaBrowser Token="very-secret"' },
};
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

let clock = 1_800_000_000_000;
const tokens = createStreamTokens({ secret: SECRET, now: () => clock });

describe('a stream token', () => {
  test('opens the address it was issued for', () => {
    expect(tokens.read(tokens.newSession()(GRANT))).toMatchObject(GRANT);
  });

  test('reveals neither the address nor the headers', () => {
    const bytes = Buffer.from(tokens.newSession()(GRANT), 'base64url').toString('latin1');
    for (const part of ['10.0.0.5', 'ApiKey', 'very-secret', 'playlist', 'authorization']) {
      expect(bytes).not.toContain(part);
    }
  });

  test('is refused with any bit flipped', () => {
    const bytes = Buffer.from(tokens.newSession()(GRANT), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => tokens.read(forged.toString('base64url'))).toThrow("isn't valid on this server");
    }
  });

  test('is refused in any other spelling', () => {
    const text = tokens.newSession()({ ...GRANT, url: 'http://a.test/12' });
    const standard = Buffer.from(text, 'base64url').toString('base64');
    for (const other of [`${text}=`, `${text}!`, ` ${text}`, text.slice(0, -1), standard]) {
      if (other !== text) expect(() => tokens.read(other)).toThrow("isn't valid on this server");
    }
    expect(() => tokens.read('')).toThrow("isn't valid on this server");
    expect(() => tokens.read('AAAA')).toThrow("isn't valid on this server");
  });

  test('of one server is invalid on a server with another secret', () => {
    const other = createStreamTokens({ secret: SECRET.toUpperCase(), now: () => clock });
    expect(() => other.read(tokens.newSession()(GRANT))).toThrow("isn't valid on this server");
  });

  test('ends with the sign-in session, and so do all tokens derived from it', () => {
    for (const variables of [undefined, { key: 'value' }]) {
      const text = tokens.newSession('a session')({ ...GRANT, variables });
      const ticket = tokens.read(text);
      expect(ticket).toMatchObject({ accountSession: 'a session', variables });
      const { issue, issueDirectory } = tokens.childTokens(ticket);
      const directory = issueDirectory({ ...GRANT, url: 'http://a.test/' });
      expect(tokens.read(issue(GRANT)).accountSession).toBe('a session');
      expect(tokens.read(directory, '1.ts').accountSession).toBe('a session');
    }
  });

  test('expires after twelve hours, and so do all tokens derived from it', () => {
    const text = tokens.newSession()(GRANT);
    const from = clock;
    clock = from + HALF_A_DAY_MS - 1_000;
    const children = tokens.childTokens(tokens.read(text));
    const child = children.issue({ ...GRANT, kind: 'media' });
    const directory = children.issueDirectory({ ...GRANT, url: 'http://a.test/' });
    expect(tokens.read(child).kind).toBe('media');
    clock = from + HALF_A_DAY_MS;
    for (const each of [text, child, directory]) {
      expect(() => tokens.read(each, '1.ts')).toThrow(expect.objectContaining({ status: 410 }));
    }
    clock = from;
  });

  describe('a token of a playlist link', () => {
    const parent = tokens.read(tokens.newSession()(GRANT));
    const { issue } = tokens.childTokens(parent);

    test.each([
      'http://10.0.0.5/a/1.ts?key=secret',
      'http://10.0.0.5/a/1.ts?at=/b/',
      'http://10.0.0.5/',
      `http://10.0.0.5/a/${'long'.repeat(60)}.ts`,
      'library:folder/1',
    ])('opens %s and has its session and its expiry', (url) => {
      const grant: StreamClaims = { ...GRANT, kind: 'media', url };
      const { session, expires } = parent;
      const opened = { ...grant, scope: 'public', session, expires };
      expect(tokens.read(issue(grant))).toEqual(opened);
      // The name is for players that check file extensions.
      expect(tokens.read(issue(grant), 'stream.ts')).toEqual(opened);
    });
  });

  describe('a token of a directory', () => {
    const parent = tokens.read(tokens.newSession()(GRANT));
    const directory = tokens.childTokens(parent).issueDirectory({
      ...GRANT,
      kind: 'media',
      url: 'http://10.0.0.5/a/',
    });

    test.each(['1.ts', 'seg-00001_v1.m4s', 'a..b', 'Key', '-', 'n'.repeat(255)])(
      'opens %s in it',
      (name) => {
        expect(tokens.read(directory, name)).toMatchObject({
          ...GRANT,
          kind: 'media',
          url: `http://10.0.0.5/a/${name}`,
          session: parent.session,
        });
      },
    );

    test.each([
      '',
      '.',
      '..',
      '.hidden',
      '../b/1.ts',
      'b/1.ts',
      '/1.ts',
      '//b.test/1.ts',
      'http://b.test/',
      '%2e%2e',
      'a%2Fb',
      'a\\b',
      'a?key=1',
      'a#b',
      'a b',
      'a\n',
      'ü.ts',
      'n'.repeat(256),
    ])('does not open %j', (name) => {
      expect(() => tokens.read(directory, name)).toThrow("isn't valid on this server");
    });

    test('does not reveal its location', () => {
      expect(Buffer.from(directory, 'base64url').toString('latin1')).not.toMatch(/10\.0|media/);
    });
  });

  test('is the same for the same address within a session, and different in another', () => {
    const issue = tokens.newSession();
    const text = issue(GRANT);
    expect(issue({ ...GRANT })).toBe(text);
    const child = tokens.childTokens(tokens.read(text)).issue(GRANT);
    expect(tokens.childTokens(tokens.read(text)).issue(GRANT)).toBe(child);
    expect(tokens.childTokens(tokens.read(child)).issue(GRANT)).toBe(child);
    expect(tokens.newSession()(GRANT)).not.toBe(text);
    expect(issue({ ...GRANT, url: `${GRANT.url}&part=2` })).not.toBe(text);
  });
});

import { describe, expect, test } from 'vitest';
import { createTickets, type Grant } from './ticket.ts';

const SECRET = 'a secret of at least thirty-two characters';
const GRANT: Grant = {
  url: 'http://10.0.0.5:8096/videos/1/master.m3u8?ApiKey=very-secret',
  kind: 'playlist',
  headers: { authorization: 'MediaBrowser Token="very-secret"' },
};
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

let clock = 1_800_000_000_000;
const tickets = createTickets({ secret: SECRET, now: () => clock });

describe('a ticket', () => {
  test('opens what it was issued for', () => {
    expect(tickets.read(tickets.newSession()(GRANT))).toMatchObject(GRANT);
  });

  test('says nothing about the address or the headers', () => {
    const bytes = Buffer.from(tickets.newSession()(GRANT), 'base64url').toString('latin1');
    for (const part of ['10.0.0.5', 'ApiKey', 'very-secret', 'playlist', 'authorization']) {
      expect(bytes).not.toContain(part);
    }
  });

  test('is refused with any bit of it flipped', () => {
    const bytes = Buffer.from(tickets.newSession()(GRANT), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => tickets.read(forged.toString('base64url'))).toThrow('not a ticket');
    }
  });

  test('is refused in any other spelling', () => {
    const text = tickets.newSession()({ ...GRANT, url: 'http://a.test/12' });
    const standard = Buffer.from(text, 'base64url').toString('base64');
    for (const other of [`${text}=`, `${text}!`, ` ${text}`, text.slice(0, -1), standard]) {
      if (other !== text) expect(() => tickets.read(other)).toThrow('not a ticket');
    }
    expect(() => tickets.read('')).toThrow('not a ticket');
    expect(() => tickets.read('AAAA')).toThrow('not a ticket');
  });

  test('of one server is nothing to a server with another secret', () => {
    const other = createTickets({ secret: SECRET.toUpperCase(), now: () => clock });
    expect(() => other.read(tickets.newSession()(GRANT))).toThrow('not a ticket');
  });

  test('ends with a sign-in session, and so does all that comes of it', () => {
    for (const variables of [undefined, { key: 'value' }]) {
      const text = tickets.newSession('a session')({ ...GRANT, variables });
      const ticket = tickets.read(text);
      expect(ticket).toMatchObject({ accountSession: 'a session', variables });
      const { issue, issueNames } = tickets.heirsOf(ticket);
      const heirs = [issue(GRANT), ...issueNames({ ...GRANT, url: 'http://a.test/' }, ['1.ts'])];
      expect(heirs.map((heir) => tickets.read(heir).accountSession)).toEqual([
        'a session',
        'a session',
      ]);
    }
  });

  test('ends after twelve hours, and so do those that came of it', () => {
    const text = tickets.newSession()(GRANT);
    const from = clock;
    clock = from + HALF_A_DAY_MS - 1_000;
    const heir = tickets.heirsOf(tickets.read(text)).issue({ ...GRANT, kind: 'media' });
    expect(tickets.read(heir).kind).toBe('media');
    clock = from + HALF_A_DAY_MS;
    for (const each of [text, heir]) {
      expect(() => tickets.read(each)).toThrow(expect.objectContaining({ status: 410 }));
    }
    clock = from;
  });

  describe('of an address in a playlist', () => {
    const parent = tickets.read(tickets.newSession()(GRANT));
    const { issue, issueNames } = tickets.heirsOf(parent);
    const at = (url: string): Grant => ({ ...GRANT, kind: 'media', url });
    const first = issue(at('http://10.0.0.5/a/1.ts?key=secret'));
    const [named = '', named2 = ''] = issueNames(at('http://10.0.0.5/a/'), ['1.ts', '2.ts']);

    test.each([
      'http://10.0.0.5/a/1.ts?key=secret',
      'http://10.0.0.5/a/1.ts?at=/b/',
      'http://10.0.0.5/a/',
      'http://10.0.0.5/',
      `http://10.0.0.5/a/${'long'.repeat(60)}.ts`,
      'library:folder/1',
    ])('opens %s and has its session and its end', (url) => {
      expect(tickets.read(issue(at(url)))).toEqual({
        ...at(url),
        reach: 'public',
        session: parent.session,
        expires: parent.expires,
      });
    });

    test('may be one of many names beside each other', () => {
      expect([named, named2].map((text) => tickets.read(text))).toMatchObject([
        at('http://10.0.0.5/a/1.ts'),
        at('http://10.0.0.5/a/2.ts'),
      ]);
      expect(named.split('~')[0]).toBe(first.split('.')[0]);
    });

    test('says nothing of it', () => {
      for (const part of [...first.split('.'), ...named.split('~')]) {
        const bytes = Buffer.from(part, 'base64url').toString('latin1');
        expect(bytes).not.toMatch(/10\.0|secret|\.ts|media/);
      }
    });

    test('opens no other: not its directory, and not with the end of another', () => {
      const [directory = '', leaf = ''] = first.split('.');
      const [elsewhere = ''] = issue(at('http://10.0.0.5/b/1.ts')).split('.');
      const [ofPlaylists = ''] = issue({ ...at('http://10.0.0.5/a/1.ts'), kind: 'playlist' }).split(
        '.',
      );
      const [, name = ''] = named.split('~');
      const whole = tickets.newSession()(GRANT);
      const tried = [
        `${directory}~`,
        `${directory}~${leaf}`,
        `${directory}.${name}`,
        `${elsewhere}~${name}`,
        `${ofPlaylists}~${name}`,
        `${whole}~${name}`,
        `${named}.${leaf}`,
        `${first}~${name}`,
        `${directory}~${name.slice(0, -1)}`,
        directory,
        `${directory}.`,
        `.${leaf}`,
        leaf,
        `${elsewhere}.${leaf}`,
        `${ofPlaylists}.${leaf}`,
        `${whole}.${leaf}`,
        `${first}.${leaf}`,
        `${directory}.${leaf.slice(0, -1)}`,
      ];
      for (const text of tried) expect(() => tickets.read(text)).toThrow('not a ticket');
    });

    test('shares what it begins with with the others of its directory', () => {
      const [directory] = first.split('.');
      expect(issue(at('http://10.0.0.5/a/2.ts')).split('.')[0]).toBe(directory);
    });
  });

  test('is the same for the same address within a session, and another in another', () => {
    const issue = tickets.newSession();
    const text = issue(GRANT);
    expect(issue({ ...GRANT })).toBe(text);
    const heir = tickets.heirsOf(tickets.read(text)).issue(GRANT);
    expect(tickets.heirsOf(tickets.read(text)).issue(GRANT)).toBe(heir);
    expect(tickets.heirsOf(tickets.read(heir)).issue(GRANT)).toBe(heir);
    expect(tickets.newSession()(GRANT)).not.toBe(text);
    expect(issue({ ...GRANT, url: `${GRANT.url}&part=2` })).not.toBe(text);
  });
});

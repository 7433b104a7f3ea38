import { describe, expect, test } from 'vitest';
import { rewriteLines } from './rewrite-line.ts';
import type { Variables } from './stream-token.ts';

const URL = 'https://cdn.test/films/7/index.m3u8?session=abc';

/** Returns the rewritten lines of a playlist, and the variables that listed playlists may import. */
function read(lines: readonly string[], inherited?: Variables) {
  const listed: (Variables | undefined)[] = [];
  const exchange = rewriteLines({
    url: URL,
    inherited,
    signUrl: (address, kind, variables) => {
      if (kind === 'playlist') listed.push(variables);
      else expect(variables).toBeUndefined();
      return `‹${address}›`;
    },
  });
  return { reported: lines.flatMap((line) => exchange(line) ?? []), listed };
}

const VARIANT = ['#EXT-X-STREAM-INF:BANDWIDTH=1', '720.m3u8'];

describe('a playlist that lists others', () => {
  test('passes on the variables that it has defined so far', () => {
    const { reported, listed } = read([
      '#EXT-X-DEFINE:NAME="host",VALUE="https://v.test"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="{$host}/en.m3u8"',
      ...VARIANT,
      '#EXT-X-DEFINE:QUERYPARAM="session"',
      ...VARIANT,
    ]);
    expect(reported.join('\n')).not.toContain('DEFINE');
    const host = { host: 'https://v.test' };
    expect(listed).toEqual([host, host, { ...host, session: 'abc' }]);
    // The same object, so equal scopes are encrypted once.
    expect(listed[0]).toBe(listed[1]);
  });

  test('passes on nothing if it defines nothing', () => {
    expect(read(['#EXT-X-DEFINE:QUERYPARAM="missing"', ...VARIANT]).listed).toEqual([undefined]);
  });

  test('passes on no more than fits into a token', () => {
    const many = Array.from(
      { length: 5_000 },
      (_, at) => `#EXT-X-DEFINE:NAME="v${at}",VALUE="${'é'.repeat(at % 400)}"`,
    );
    const [variables] = read([...many, ...VARIANT]).listed;
    expect(variables).toMatchObject({ v0: '', v10: 'é'.repeat(10) });
    expect(Buffer.byteLength(JSON.stringify(variables))).toBeLessThanOrEqual(2 * 1024);
  });

  test('leaves less room for the variables of the playlists it lists', () => {
    const full = { a: 'x'.repeat(2_000) };
    const more = `#EXT-X-DEFINE:NAME="b",VALUE="${'y'.repeat(100)}"`;
    expect(read([more, ...VARIANT], full).listed).toEqual([full]);
  });
});

describe('a listed playlist', () => {
  const given = { token: 'k=1', host: 'https://v.test' };

  test('imports the variables passed to it and substitutes them in its addresses', () => {
    const { reported } = read(
      [
        '#EXT-X-DEFINE:IMPORT="token"',
        '#EXT-X-DEFINE:IMPORT="host"',
        '#EXT-X-MAP:URI="{$host}/init.mp4?{$token}"',
        '#EXTINF:6,',
        '{$host}/1.m4s?{$token}',
      ],
      given,
    );
    expect(reported).toEqual([
      '#EXT-X-MAP:URI="‹https://v.test/init.mp4?k=1›"',
      '#EXTINF:6,',
      '‹https://v.test/1.m4s?k=1›',
    ]);
  });

  test('substitutes only imported variables', () => {
    expect(read(['#EXTINF:6,', '1.m4s?{$token}'], given).reported).toEqual([
      '#EXTINF:6,',
      '‹1.m4s?{$token}›',
    ]);
  });

  test.each(['missing', 'constructor', '__proto__'])('cannot import %s', (name) => {
    const line = `#EXT-X-DEFINE:IMPORT="${name}"`;
    expect(read([line], given).reported).toEqual([line]);
  });

  test('links to its siblings with the variables passed to all of them, whatever it defines itself', () => {
    const { listed } = read(
      [
        '#EXT-X-DEFINE:IMPORT="token"',
        '#EXT-X-DEFINE:NAME="own",VALUE="1"',
        '#EXT-X-RENDITION-REPORT:URI="../1M/live.m3u8?{$token}",LAST-MSN=9',
      ],
      given,
    );
    expect(listed[0]).toBe(given);
  });
});

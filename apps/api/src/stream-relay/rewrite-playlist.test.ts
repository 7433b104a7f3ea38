import { describe, expect, test, vi } from 'vitest';
import { rewritePlaylist } from './rewrite-playlist.ts';
import type { SignUrl } from './rewrite-line.ts';

const URL = 'https://cdn.test/films/7/index.m3u8?session=abc';
/** Marks a signed URL with characters that URLs don't contain. */
const signUrl: SignUrl = (address, kind) =>
  address.startsWith('data:')
    ? address
    : address.startsWith('ftp:')
      ? undefined
      : `‹${kind} ${address}›`;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rewrite(text: string | Uint8Array, size = 1_000_000): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const pieces = await Array.fromAsync(
    rewritePlaylist(inPieces(bytes, size), { signUrl, url: URL }),
  );
  return pieces.join('');
}

/** Returns the rewritten lines of a playlist. */
async function lines(...given: readonly string[]): Promise<string> {
  const [first, ...rest] = (await rewrite(['#EXTM3U', ...given].join('\n'))).split('\n');
  expect(first).toBe('#EXTM3U');
  return rest.join('\n').trimEnd();
}

const UNTOUCHED = [
  '#EXT-X-VERSION:9',
  '#EXT-X-TARGETDURATION:6',
  '#EXT-X-MEDIA-SEQUENCE:271',
  '#EXT-X-PLAYLIST-TYPE:VOD',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=12.0',
  '#EXT-X-PART-INF:PART-TARGET=0.33334',
  '#EXT-X-PROGRAM-DATE-TIME:2019-02-14T02:13:36.106Z',
  '#EXT-X-DATERANGE:ID="ad",START-DATE="2019-02-14T02:13:36Z",X-NOTE="a,URI=b"',
  '#EXT-X-BYTERANGE:75232@0',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-SKIP:SKIPPED-SEGMENTS=3',
  '#EXT-X-KEY:METHOD=NONE',
  '#EXT-X-DEFINE:IMPORT="token"',
  '#EXT-X-START:TIME-OFFSET=25,PRECISE=YES',
  '#EXT-X-CUSTOM-OF-SOMEBODY:7',
  '#EXT-X-ENDLIST',
  '#EXTINF:6.006,A title, with a comma and URI="x"',
  '## made by a machine',
  '',
];

describe('a line', () => {
  test.each(UNTOUCHED)('%s stays unchanged', async (line) => {
    expect(await lines(line, '#EXT-X-ENDLIST')).toBe(`${line}\n#EXT-X-ENDLIST`);
  });

  test.each([
    ['segment-1.ts', '‹media segment-1.ts›'],
    ['/a/b.m4s?x=1&y=%20#t', '‹media /a/b.m4s?x=1&y=%20#t›'],
    ['https://other.test/b.ts', '‹media https://other.test/b.ts›'],
    ['//other.test/b.ts', '‹media //other.test/b.ts›'],
    ['  spaced out.ts \t', '‹media spaced out.ts›'],
    ['film-日本.ts', '‹media film-日本.ts›'],
    ['data:video/mp2t;base64,AAAA', 'data:video/mp2t;base64,AAAA'],
  ])('%s is replaced by its token', async (line, own) => {
    expect(await lines('#EXTINF:6,', line)).toBe(`#EXTINF:6,\n${own}`);
  });

  test.each([
    [
      '#EXT-X-KEY:METHOD=AES-128,URI="key.php?id=1,2",IV=0x9c7d',
      '#EXT-X-KEY:METHOD=AES-128,URI="‹media key.php?id=1,2›",IV=0x9c7d',
    ],
    [
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA==",KEYFORMAT="urn:uuid:1"',
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA==",KEYFORMAT="urn:uuid:1"',
    ],
    [
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://k.test/1"',
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="‹media https://k.test/1›"',
    ],
    [
      '#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"',
      '#EXT-X-MAP:URI="‹media init.mp4›",BYTERANGE="720@0"',
    ],
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, URI=none",DEFAULT=YES,URI="en.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, URI=none",DEFAULT=YES,URI="‹playlist en.m3u8›"',
    ],
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Muxed",DEFAULT=YES',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Muxed",DEFAULT=YES',
    ],
    [
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,URI="iframe.m3u8"',
      '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=86000,URI="‹playlist iframe.m3u8›"',
    ],
    [
      '#EXT-X-PART:DURATION=0.33,URI="part-1.mp4",BYTERANGE="100@20",INDEPENDENT=YES',
      '#EXT-X-PART:DURATION=0.33,URI="‹media part-1.mp4›",BYTERANGE="100@20",INDEPENDENT=YES',
    ],
    [
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="part-2.mp4",BYTERANGE-START=20',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="‹media part-2.mp4›",BYTERANGE-START=20',
    ],
    [
      '#EXT-X-RENDITION-REPORT:URI="../1M/live.m3u8",LAST-MSN=273,LAST-PART=2',
      '#EXT-X-RENDITION-REPORT:URI="‹playlist ../1M/live.m3u8›",LAST-MSN=273,LAST-PART=2',
    ],
    [
      '#EXT-X-KEY:METHOD=AES-128, URI = "key.php",IV=0x9c7d',
      '#EXT-X-KEY:METHOD=AES-128, URI="‹media key.php›",IV=0x9c7d',
    ],
    ['#EXT-X-MAP:URI="ftp://b.test/init.mp4"', '#EXT-X-MAP:URI="data:,"'],
    ['#EXT-X-OF-TOMORROW:URI="new.bin"', '#EXT-X-OF-TOMORROW:URI="‹media new.bin›"'],
    [
      '#EXT-X-MAP:URI=bare.mp4,BYTERANGE="1@0"',
      '#EXT-X-MAP:URI="‹media bare.mp4›",BYTERANGE="1@0"',
    ],
    [
      '#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="ad.m3u8"',
      '#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="‹playlist ad.m3u8›"',
    ],
  ])('%s has its address replaced', async (line, own) => {
    expect(await lines(line)).toBe(own);
  });

  test.each([
    '#EXT-X-CONTENT-STEERING:SERVER-URI="/steer.json",PATHWAY-ID="a"',
    '#EXT-X-DATERANGE:ID="ad",X-ASSET-LIST="https://ads.test/list.json"',
    '#EXT-X-DATERANGE:ID="ad",X-ASSET-LIST ="https://ads.test/list.json"',
    '#EXT-X-SESSION-DATA:DATA-ID="com.test.title",VALUE="http://10.0.0.5/",LANGUAGE="en"',
    '#EXT-X-SESSION-DATA:DATA-ID="x",URI="data.json"',
    '# made from http://10.0.0.5/secret',
  ])('%s is left out, because it names servers without a token', async (line) => {
    expect(await lines(line, '#EXT-X-ENDLIST')).toBe('#EXT-X-ENDLIST');
  });

  test('after a variant tag is a playlist, and only that one', async () => {
    const variant =
      '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"';
    expect(await lines(variant, '', '# 360', '360/index', variant, 'x.m3u8', 'y.ts')).toBe(
      [
        variant,
        '',
        '# 360',
        '‹playlist 360/index›',
        variant,
        '‹playlist x.m3u8›',
        '‹media y.ts›',
      ].join('\n'),
    );
  });

  test('has its variables substituted, including one from the playlist’s query', async () => {
    const given = [
      '#EXT-X-DEFINE:NAME="host",VALUE="https://v.test/a"',
      '#EXT-X-DEFINE:QUERYPARAM="session"',
      '#EXT-X-DEFINE:QUERYPARAM="missing"',
      '#EXT-X-MAP:URI="{$host}/init.mp4?s={$session}"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="{$unknown}{$session}"',
      '{$host}/1.ts?s={$session}&{$unknown}',
    ];
    expect(await lines(...given)).toBe(
      [
        '#EXT-X-DEFINE:QUERYPARAM="missing"',
        '#EXT-X-MAP:URI="‹media https://v.test/a/init.mp4?s=abc›"',
        '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="{$unknown}abc"',
        '‹playlist https://v.test/a/1.ts?s=abc&{$unknown}›',
      ].join('\n'),
    );
  });
});

describe('of a hostile server', () => {
  test.each(['\r', '\u2028', '\u2029'])(
    'an address after %j, which players take for a line end, is replaced too',
    async (end) => {
      expect(await lines(`#EXTINF:6,A title${end}https://b.test/1.ts`)).toBe(
        '#EXTINF:6,A title\n‹media https://b.test/1.ts›',
      );
    },
  );

  test('an address that may not be revealed is left empty', async () => {
    expect(await lines('#EXTINF:6,', 'ftp://b.test/1.ts')).toBe('#EXTINF:6,\ndata:,');
  });

  test('a variable cannot produce a tag that is left out', async () => {
    const given = [
      '#EXT-X-DEFINE:NAME="n",VALUE="X-ASSET-LIST"',
      '#EXT-X-DATERANGE:ID="ad",{$n}="https://ads.test/list.json"',
    ];
    expect(await lines(...given, '#EXT-X-ENDLIST')).toBe('#EXT-X-ENDLIST');
  });

  // If the pattern could start at each letter, the name would take a quadratic number of steps in every line.
  test('a name as long as a line is scanned once', async () => {
    const name = 'a'.repeat(60_000);
    const line = `#EXT-X-KEY:URI="k",${name},URI="l"`;
    expect(await lines(...Array.from({ length: 20 }, () => line))).toBe(
      Array.from({ length: 20 }, () => `#EXT-X-KEY:URI="‹media k›",${name},URI="‹media l›"`).join(
        '\n',
      ),
    );
  });

  test('a variable is not substituted a thousand times', async () => {
    const variable = `#EXT-X-DEFINE:NAME="a",VALUE="${'v'.repeat(60_000)}"`;
    await expect(lines(variable, '{$a}'.repeat(1_000))).rejects.toThrow('URL that is too long');
    await expect(lines(variable, `#EXT-X-MAP:URI="${'{$a}'.repeat(9)}"`)).rejects.toThrow(
      'URL that is too long',
    );
  });

  test('addresses that grow much longer are sent in parts, up to a limit', async () => {
    const bytes = new TextEncoder().encode(`#EXTM3U\n${'a\n'.repeat(100_000)}`);
    const long: SignUrl = () => 'x'.repeat(1_000);
    const parts: number[] = [];
    const all = (async () => {
      for await (const part of rewritePlaylist(inPieces(bytes, 1_000_000), {
        signUrl: long,
        url: URL,
      })) {
        parts.push(part.length);
      }
    })();
    await expect(all).rejects.toThrow('too long');
    expect(Math.max(...parts)).toBeLessThan(70_000);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThan(70 * 1024 * 1024);
  });
});

describe('a playlist', () => {
  const FULL = '#EXTM3U\r\n#EXT-X-MAP:URI="日.mp4"\r\n#EXTINF:6,é\r\na.ts\r\n\r\nb.ts\r\n';
  const OWN =
    '#EXTM3U\n#EXT-X-MAP:URI="‹media 日.mp4›"\n#EXTINF:6,é\n‹media a.ts›\n\n‹media b.ts›\n';

  test.each([1, 2, 3, 5, 7, 11, 64])('arrives correctly in pieces of %i bytes', async (size) => {
    expect(await rewrite(FULL, size)).toBe(OWN);
  });

  test('may begin with a byte order mark', async () => {
    expect(await rewrite(`\uFEFF${FULL}`, 2)).toBe(OWN);
  });

  test('may lack the last line end', async () => {
    expect(await rewrite('#EXTM3U\na.ts')).toBe('#EXTM3U\n‹media a.ts›\n');
    expect(await rewrite('#EXTM3U')).toBe('#EXTM3U\n');
  });

  test('is sent on before the rest of it has arrived', async () => {
    const rest = Promise.withResolvers<Uint8Array>();
    const pieces = (async function* () {
      yield new TextEncoder().encode('#EXTM3U\na.ts\nhalf-a-');
      yield await rest.promise;
    })();
    const own = rewritePlaylist(pieces, { signUrl, url: URL });
    expect((await own.next()).value).toBe('#EXTM3U\n‹media a.ts›\n');
    rest.resolve(new TextEncoder().encode('line.ts\n'));
    expect((await own.next()).value).toBe('‹media half-a-line.ts›\n');
    expect((await own.next()).done).toBe(true);
  });

  test.each([
    ['a web page', '<!doctype html><title>Sorry</title>'],
    ['nothing', ''],
    ['half of the first word', '#EXT'],
    ['another word', '#EXTINF:6,\na.ts'],
    ['blanks only', ' '.repeat(70_000)],
  ])('that is %s is refused', async (_what, text) => {
    await expect(rewrite(text)).rejects.toThrow("didn't send a playlist");
    await expect(rewrite(text, 3)).rejects.toThrow("didn't send a playlist");
  });

  test('of more than 5 MiB is aborted', async () => {
    const read = { bytes: 0 };
    const endless = (async function* () {
      yield new TextEncoder().encode('#EXTM3U\n');
      for (;;) {
        read.bytes += 60_000;
        yield new TextEncoder().encode(`${'a'.repeat(59)}\n`.repeat(1_000));
      }
    })();
    await expect(Array.fromAsync(rewritePlaylist(endless, { signUrl, url: URL }))).rejects.toThrow(
      'too long',
    );
    expect(read.bytes).toBeLessThan(5.1 * 1024 * 1024);
  });

  test('in pieces of one byte is read to its end, with each letter scanned only a few times', async () => {
    const read = vi.spyOn(String.prototype, 'lastIndexOf');
    const line = 'a'.repeat(60_000);
    expect(await rewrite(`#EXTM3U\n${line}\n`, 1)).toBe(`#EXTM3U\n‹media ${line}›\n`);
    const scanned = read.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    read.mockRestore();
    expect(scanned).toBeLessThan(4 * line.length);
  });

  test('may begin with many blanks in many pieces', async () => {
    const read = vi.spyOn(String.prototype, 'trimStart');
    expect(await rewrite(`${' '.repeat(60_000)}#EXTM3U\na.ts\n`, 1)).toBe(
      '#EXTM3U\n‹media a.ts›\n',
    );
    const scanned = read.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    read.mockRestore();
    expect(scanned).toBeLessThan(240_000);
  });

  test.each([1_000, 1_000_000])(
    'with an endless line is aborted, in pieces of %i',
    async (size) => {
      await expect(rewrite(`#EXTM3U\n${'a'.repeat(70_000)}\n`, size)).rejects.toThrow(
        'line that is too long',
      );
    },
  );
});

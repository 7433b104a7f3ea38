import { describe, expect, test } from 'vitest';
import { EmptySubtitle, toWebVtt } from './convert.ts';
import { InvalidSubtitle } from './cue.ts';

const convert = (
  text: string,
  declared: { language?: string; fps?: number } = {},
): Promise<string> => toWebVtt(Buffer.from(text), { language: 'en', ...declared });

/** Returns the text without the header line. */
async function cues(
  text: string,
  declared: { language?: string; fps?: number } = {},
): Promise<string> {
  const vtt = await convert(text, declared);
  expect(vtt.startsWith('WEBVTT\n\n')).toBe(true);
  return vtt.slice('WEBVTT\n\n'.length);
}

describe('colors', () => {
  test('of font tags become classes, with a rule for those that WebVTT does not name', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\n<font color="#FFFF80" face="Arial">One</font> <font color=red><b>two</b></font>\n\n' +
      '2\n00:00:03,000 --> 00:00:04,000\n<font color="javascript:alert(1)">Three</font> <font>four</font>\n';
    expect(await cues(srt)).toBe(
      'STYLE\n::cue(.color-ffff80) { color: #ffff80 }\n\n' +
        '00:00:01.000 --> 00:00:02.000\n<c.color-ffff80>One</c> <c.red><b>two</b></c>\n\n' +
        '00:00:03.000 --> 00:00:04.000\nThree four\n',
    );
  });

  test('of classes, voices and rules stay, and the rest of a rule is dropped', async () => {
    const vtt = `WEBVTT

STYLE
::cue(.hot), ::cue(c.warm) { color: #f80; font-weight: bold; background: url(https://x.test/) }
::cue(v[voice="Mary Ann"]) { background-color: rgba(0, 0, 0, 0.8); position: fixed }
::cue(#first) { color: red }

00:01.000 --> 00:02.000
<v Mary Ann>It is <c.hot.loud>hot</c></v> and <c.yellow.bg_blue>blue</c>, <c.loud>loud</c>
`;
    expect(await cues(vtt)).toBe(
      'STYLE\n::cue(.hot) { color: #f80; font-weight: bold }\n' +
        '::cue(.warm) { color: #f80; font-weight: bold }\n' +
        '::cue(.v-mary-ann) { background-color: rgba(0, 0, 0, 0.8) }\n\n' +
        '00:00:01.000 --> 00:00:02.000\n' +
        '<c.v-mary-ann>It is <c.hot>hot</c></c> and <c.yellow.bg_blue>blue</c>, loud\n',
    );
  });
});

describe('SRT', () => {
  test('becomes WebVTT, with its formatting reduced to what WebVTT supports', async () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>,\r\n<font color="#fff">world</font>\r\n\r\n' +
      '2\r\n00:01:03,040 --> 01:00:04,000\r\n{b}Loud{/b} & {\\an8}<B>clear < dear</B>\r\n';
    expect(await cues(srt)).toBe(
      '00:00:01.000 --> 00:00:02.500\n<i>Hello</i>,\nworld\n\n' +
        '00:01:03.040 --> 01:00:04.000 line:0\n<b>Loud</b> &amp; <b>clear &lt; dear</b>\n',
    );
  });

  test.each([
    [
      'a byte order mark and empty lines before it',
      '\ufeff\n\n1\n00:00:01,000 --> 00:00:02,000\nHi\n',
    ],
    ['no number', '00:00:01,000 --> 00:00:02,000\nHi\n'],
    ['no empty line at the end', '1\n00:00:01,000 --> 00:00:02,000\nHi'],
    ['points instead of commas', '1\n00:00:01.000 --> 00:00:02.000\nHi\n'],
    ['short times', '1\n0:0:1 --> 0:0:2,0\nHi\n'],
    ['no hours', '1\n00:01,000 --> 00:02,000\nHi\n'],
    ['spaces in its times', '1\n00:00:01, 000  -->   00:00:02, 000 \nHi\n'],
    ['coordinates', '1\n00:00:01,000 --> 00:00:02,000  X1:100 X2:200 Y1:1 Y2:2\nHi\n'],
    ['old Mac line ends', '1\r00:00:01,000 --> 00:00:02,000\rHi\r\r'],
    ['tags that do not nest', '1\n00:00:01,000 --> 00:00:02,000\n</b></x>Hi<u></u>\n'],
  ])('with %s is read', async (_what, srt) => {
    expect((await cues(srt)).replace('<u></u>', '')).toBe('00:00:01.000 --> 00:00:02.000\nHi\n');
  });

  test('cues without an empty line between them stay apart', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
    expect(await cues(srt)).toBe(
      '00:00:01.000 --> 00:00:02.000\nOne\n\n00:00:03.000 --> 00:00:04.000\nTwo\n',
    );
  });

  test('cues are sorted, and invalid or empty ones are dropped', async () => {
    const cue = (from: string, to: string, text: string): string =>
      `1\n${from} --> ${to}\n${text}\n\n`;
    const srt =
      cue('00:00:09,000', '00:00:10,000', 'Last') +
      cue('00:00:03,000', '00:00:02,000', 'Backwards') +
      cue('00:00:05,000', '00:00:06,000', '<i> </i>') +
      cue('-00:00:05,000', '00:00:06,000', 'Before the beginning') +
      cue('99:00:00,000', '99:00:01,000', 'After everything') +
      cue('00:00:01,000', '00:00:02,000', 'First') +
      cue('00:00:01,000', '00:00:02,000', 'First');
    expect(await cues(srt)).toBe(
      '00:00:01.000 --> 00:00:02.000\nFirst\n\n00:00:09.000 --> 00:00:10.000\nLast\n',
    );
  });

  test('plain text is escaped', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\nI <3 you -> &amp; &lt;script&gt; <- 00:01 -->x\n';
    expect(await cues(srt)).toBe(
      '00:00:01.000 --> 00:00:02.000\n' +
        'I &lt;3 you -&gt; &amp; &lt;script&gt; &lt;- 00:01 --&gt;x\n',
    );
  });
});

describe('WebVTT', () => {
  test('keeps its positions and colors, and loses notes, voices and regions', async () => {
    const vtt =
      'WEBVTT - a film\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\nSTYLE\n::cue { color: red }\n\n' +
      'NOTE nothing\n\nid 1\n00:01.000 --> 00:02.000 line:10%,end position:20%,line-left align:start size:50%\n' +
      '<v Roger Bingham>We are <c.loud>in</c> <b>New York</b>\n\n' +
      '2\n01:00:03.000 --> 01:00:04.000 vertical:rl line:-1 onclick:x\nCity\n';
    expect(await cues(vtt)).toBe(
      'STYLE\n::cue { color: red }\n\n' +
        '00:00:01.000 --> 00:00:02.000 line:10%,end position:20%,line-left size:50% align:start\n' +
        'We are in <b>New York</b>\n\n' +
        '01:00:03.000 --> 01:00:04.000 vertical:rl line:-1\nCity\n',
    );
  });

  test('that is declared as another format is recognized', async () => {
    expect(await cues('\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nHi')).toBe(
      '00:00:01.000 --> 00:00:02.000\nHi\n',
    );
  });
});

describe('ASS and SSA', () => {
  const ass = (...lines: string[]): string =>
    '[Script Info]\nTitle: A: b\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n' +
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
    lines.map((line) => `Dialogue: 0,${line}`).join('\r\n');

  test('becomes WebVTT with its commas, lines, positions and simple styles', async () => {
    const text = ass(
      '0:00:01.00,0:00:02.50,Default,Roger,0,0,0,,One, two,\\N{\\i1}three{\\i0} & <four>',
      '0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\an8\\b1\\fad(1,2)}Up{\\r} down\\hthere',
      '0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\b1}a{\\i1}b{\\b0}c',
    );
    expect(await cues(text)).toBe(
      '00:00:01.000 --> 00:00:02.500\nOne, two,\n<i>three</i> &amp; &lt;four&gt;\n\n' +
        '00:00:03.000 --> 00:00:04.000 line:0\n<b>Up</b> down there\n\n' +
        '00:00:05.000 --> 00:00:06.000\n<b>a</b><b><i>b</i></b><i>c</i>\n',
    );
  });

  test('drawings, comments and duplicate layers are dropped', async () => {
    const text = ass(
      '0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}',
      '0:00:03.00,0:00:04.00,Default,,0,0,0,,Shadow',
      '0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\blur2}Shadow',
    ).concat('\nComment: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,Not said');
    expect(await cues(text)).toBe('00:00:03.000 --> 00:00:04.000\nShadow\n');
  });

  test('of the old version is read too', async () => {
    const text =
      '[Script Info]\nScriptType: v4.00\n[Events]\n' +
      'Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
      'Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,Hi';
    expect(await cues(text)).toBe('00:00:01.000 --> 00:00:02.000\nHi\n');
  });

  test('without a format, or with one that lacks the times, is rejected', async () => {
    await expect(convert('[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,Hi')).rejects.toThrow(
      InvalidSubtitle,
    );
    await expect(convert('[Events]\nFormat: Text\nDialogue: Hi')).rejects.toThrow(InvalidSubtitle);
  });
});

describe('MicroDVD', () => {
  test.each([
    ['the frame rate in its first line', '{1}{1}25\n{25}{50}Hi|{y:i}there', {}],
    ['the frame rate declared by the service', '{25}{50}Hi|/there', { fps: 25 }],
  ])('uses %s', async (_what, text, declared) => {
    expect(await cues(text, declared)).toBe('00:00:01.000 --> 00:00:02.000\nHi\n<i>there</i>\n');
  });

  test('without a rate gets the one of movies, and an open end becomes a short cue', async () => {
    expect(await cues('{24}{48}{c:$0000ff}{Y:b,u}A < B\n{240}{0}Last')).toBe(
      '00:00:01.001 --> 00:00:02.002\n<b><u>A &lt; B</u></b>\n\n00:00:10.010 --> 00:00:13.010\nLast\n',
    );
  });
});

describe('SAMI', () => {
  const sami =
    '<SAMI>\n<HEAD><STYLE TYPE="text/css"><!-- P { color: white } .ENCC {Name:English;} --></STYLE></HEAD>\n' +
    '<BODY>\n<SYNC Start=1000><P Class=ENCC>Hello<br>\n<i>there</i>\n<P Class=KRCC>안녕\n' +
    '<SYNC Start=2000><P Class=ENCC>&nbsp;<P Class=KRCC>&nbsp;\n' +
    '<SYNC Start=3000><P Class=ENCC>A &amp; <font color=red>B</font>\n</BODY>\n</SAMI>';

  test('shows each text until the next one, even when that is empty', async () => {
    expect(await cues(sami)).toBe(
      '00:00:01.000 --> 00:00:02.000\nHello\n<i>there</i>\n\n' +
        '00:00:03.000 --> 00:00:07.000\nA &amp; <c.red>B</c>\n',
    );
  });

  test('with several languages gives the requested one', async () => {
    expect(await cues(sami, { language: 'ko' })).toBe('00:00:01.000 --> 00:00:02.000\n안녕\n');
  });

  test('with endless nesting is soon read', async () => {
    const nested = `<SAMI>\n<SYNC Start=1000><P>Hello\n${'<b>\n'.repeat(180_000)}`;
    expect(await cues(nested)).toContain('00:00:01.000 --> 00:00:05.000\nHello');
    const syncs = Array.from({ length: 10_000 }, (_, at) => `<SYNC Start=${at}>\n<P>${at}\n`);
    expect((await cues(`<SAMI>\n${syncs.join('')}`)).split(' --> ')).toHaveLength(10_001);
  });
});

describe('SBV', () => {
  test('is read like SRT, with its own line break mark', async () => {
    const sbv =
      '0:00:01.000,0:00:02.500\nHello[br]<i>there</i>\n\n1:00:03.040,1:00:04.000\nA & B\n\n';
    expect(await cues(sbv)).toBe(
      '00:00:01.000 --> 00:00:02.500\nHello\n<i>there</i>\n\n' +
        '01:00:03.040 --> 01:00:04.000\nA &amp; B\n',
    );
  });
});

describe('LRC', () => {
  test('shows each line until the next one, even when that is empty', async () => {
    const lrc = '[ar:Somebody]\n[00:01.50]One <00:01.90>word\n[00:03]\n[01:00:25]Last\n';
    expect(await cues(lrc)).toBe(
      '00:00:01.500 --> 00:00:03.000\nOne word\n\n00:01:00.250 --> 00:01:05.250\nLast\n',
    );
  });

  test('repeats a line at each of its times, and respects the offset', async () => {
    expect(await cues('[offset:+500]\n[00:09.00][00:01.00]Refrain\n[00:05.00]Verse\n')).toBe(
      '00:00:00.500 --> 00:00:04.500\nRefrain\n\n' +
        '00:00:04.500 --> 00:00:08.500\nVerse\n\n00:00:08.500 --> 00:00:13.500\nRefrain\n',
    );
  });
});

describe('invalid subtitles', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \r\n\t\n'],
    ['a byte order mark', '\ufeff'],
  ])('%s is empty', async (_, text) => {
    await expect(convert(text)).rejects.toThrow(EmptySubtitle);
  });

  test.each([
    ['a web page', '<!doctype html><!-- a --><title>Sorry</title><p>Down --> for maintenance'],
    ['JSON', '{"error":"quota"}'],
    ['prose', 'Once upon a time there was a film.'],
    ['an image', '\u0089PNG\r\n\u001a\n\0\0'],
    ['only a heading', 'WEBVTT\n\nNOTE nothing here'],
    ['times without words', '1\n00:00:01,000 --> 00:00:02,000\n\n'],
    ['half a line', '1\n00:00:01,0'],
  ])('%s has no valid format', async (_, text) => {
    await expect(convert(text)).rejects.toThrow(InvalidSubtitle);
  });
});

describe('subtitles that are slow to parse', () => {
  const MIB = 1024 * 1024;
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n';
  test.each([
    ['spaces before an arrow', `${srt}Hi\n\n${' '.repeat(MIB)}-->x`],
    ['lines of spaces before arrows', `${srt}Hi\n\n${`a${' '.repeat(998)}-->x\n`.repeat(1000)}`],
    ['open brackets', `${srt}Hi ${'<'.repeat(MIB)}`],
    ['tags that are never closed', `${srt}Hi\n${'<i>'.repeat(MIB / 3)}`],
    ['open tags on many lines', `${srt}Hi\n${'<b <i <u {\\an8\n'.repeat(MIB / 20)}`],
    ['only numbers', `${srt}Hi\n\n${'1\n'.repeat(MIB / 2)}`],
    ['endless times before a line', `[00:01.00]Hi\n[00:02.00]\n${'[00:03.00]'.repeat(MIB / 10)}`],
    [
      'override blocks within each other',
      `[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01,0:00:02,Hi\n${`Dialogue: 0:00:01,0:00:02,{${'\\t('.repeat(600)}}\n`.repeat(500)}`,
    ],
    [
      'open braces',
      `[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01,0:00:02,Hi\n${`Dialogue: 0:00:01,0:00:02,${'{'.repeat(1900)}\n`.repeat(500)}`,
    ],
  ])('%s is read, or not, in linear time', async (_what, text) => {
    expect(await convert(text)).toContain('00:00:01.000 --> 00:00:02.000');
  });
});

test('a long text is parsed like a short one, and other requests are served meanwhile', async () => {
  const count = 5_000;
  const at = (seconds: number): string =>
    new Date(seconds * 1_000).toISOString().slice(11, 23).replace('.', ',');
  const srt = Array.from(
    { length: count },
    (_, index) => `${index}\n${at(index)} --> ${at(index + 1)}\nCue ${index}\n\n`,
  ).join('');
  let turns = 0;
  const turning = setInterval(() => (turns += 1));
  const text = await cues(srt);
  clearInterval(turning);
  expect(text.match(/^Cue \d+$/gm)).toEqual(Array.from({ length: count }, (_, i) => `Cue ${i}`));
  expect(turns).toBeGreaterThan(0);
});

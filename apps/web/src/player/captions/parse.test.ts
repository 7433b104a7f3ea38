import { describe, expect, test } from 'vitest';

import type { CueNode } from './cue.ts';
import { parseCaptions, toCues } from './parse.ts';

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

const words = (nodes: readonly CueNode[]): string =>
  nodes.map((node) => (node.kind === 'text' ? node.text : words(node.children))).join('');

async function only(text: string) {
  const [first] = await parseCaptions(text);
  if (!first) throw new Error('no cue');
  return first;
}

describe('colors', () => {
  /** The spoken text, each piece with its style. */
  const stylesOf = (nodes: readonly CueNode[]): readonly unknown[] =>
    nodes.flatMap((node) =>
      node.kind === 'text' ? [] : [[words([node]), node.style], ...stylesOf(node.children)],
    );

  test('in SubRip are those of its font tags, if valid', async () => {
    const { nodes } = await only(
      cue(
        '<font color="#ff8000">One</font> <FONT color=yellow>two</FONT> <font color="url(x)">three</font>',
      ),
    );
    expect(words(nodes)).toBe('One two three');
    expect(stylesOf(nodes)).toEqual([
      ['One', { color: '#ff8000' }],
      ['two', { color: 'yellow' }],
    ]);
  });

  test('in WebVTT come from its classes, voices and rules', async () => {
    const vtt =
      'WEBVTT\n\nSTYLE\n::cue(.hot) { color: tomato; font-style: italic }\n::cue(v[voice="Mary"]) { color: lime }\n\n' +
      '00:01.000 --> 00:02.000\n<v Mary>It is <c.hot>hot</c></v> <c.red.bg_black>now</c>\n';
    expect(stylesOf((await only(vtt)).nodes)).toEqual([
      ['It is hot', { color: 'lime' }],
      ['hot', { color: 'tomato', italic: true }],
      ['now', { color: 'red', background: 'black' }],
    ]);
  });
});

describe('formats', () => {
  test('SubRip with a byte order mark, Windows line ends and out of order', async () => {
    const text = `\uFEFF2\r\n00:01:02,500 --> 00:01:03,000\r\nlater\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\nfirst\r\nline\r\n`;
    const cues = await parseCaptions(text);
    expect(cues.map(({ start, end, nodes }) => [start, end, words(nodes)])).toEqual([
      [1, 2, 'first\nline'],
      [62.5, 63, 'later'],
    ]);
  });

  test('WebVTT with any declared type', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000 line:0\n<v Barbra>Hello</v>\n';
    expect(words((await only(vtt)).nodes)).toBe('Hello');
  });

  test.each([
    ['ASS', '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,Hello\n'],
    ['MicroDVD', '{1}{1}25\n{25}{50}Hello\n'],
    ['SBV', '0:00:01.000,0:00:02.000\nHello\n'],
    ['SubViewer', '[INFORMATION]\n[END INFORMATION]\n00:00:01.00,00:00:02.00\nHello\n'],
    ['LRC', '[ti:A song]\n[00:01.00]Hello\n[00:02.00]\n'],
    [
      'SAMI',
      '<SAMI><HEAD><STYLE><!-- P {} --></STYLE></HEAD><BODY>\n<SYNC Start=1000><P>Hello\n<SYNC Start=2000><P>&nbsp;\n</BODY></SAMI>',
    ],
  ])('%s from a source that declares another type', async (_name, text) => {
    const { start, end, nodes } = await only(text);
    expect([start, end, words(nodes)]).toEqual([1, 2, 'Hello']);
  });

  test('a cue that is repeated with its successors is not parsed again', () => {
    const cues = [1, 2].map((at) => ({ startTime: at, endTime: at + 1, text: `<i>${at}</i>` }));
    const [first] = toCues(cues.slice(0, 1));
    const again = toCues(cues);
    expect(again.map(({ id, start }) => [id, start])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(again[0]?.nodes).toBe(first?.nodes);
  });

  test('a cue that ends before it begins is dropped', async () => {
    const text = `${cue('good')}\n2\n00:00:09,000 --> 00:00:08,000\nbad\n`;
    expect(await parseCaptions(text)).toHaveLength(1);
  });

  test.each([
    ['nothing', '   \n', 'Given text is empty'],
    ['a web page', '<!doctype html><p>404</p>', 'Invalid subtitle format'],
    ['prose', 'It was a dark night.\nRain.', 'Invalid subtitle format'],
    ['zeros', '\0'.repeat(64), 'Invalid subtitle format'],
    ['only a header', 'WEBVTT\n\n', 'Invalid subtitle format'],
    ['an oversized file', cue('x'.repeat(4_000_000)), 'Invalid subtitle format'],
  ])('%s is rejected', async (_name, text, message) => {
    await expect(parseCaptions(text)).rejects.toThrow(message);
  });
});

describe('the text of a cue', () => {
  test('keeps harmless tags', async () => {
    const { nodes } = await only(cue('a <b>b <i>c</i></b>'));
    const text = (value: string) => ({ kind: 'text', text: value });
    expect(nodes).toEqual([
      text('a '),
      {
        kind: 'mark',
        tag: 'b',
        children: [text('b '), { kind: 'mark', tag: 'i', children: [text('c')] }],
      },
    ]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror="alert(1)">',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">here</a>',
    '<b onclick="alert(1)">here</b>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<v <img src=x onerror=alert(1)>>voice',
    '<lang "><script>alert(1)</script>">x</lang>',
  ])('from %s keeps only text and known tags', async (evil) => {
    const { nodes } = await only(cue(`x ${evil}`));
    const check = (node: CueNode) => {
      if (node.kind === 'text') return;
      expect(['b', 'i', 'u', 'ruby', 'rt', 'span']).toContain(node.tag);
      expect(
        Object.keys(node).filter((key) => !['kind', 'tag', 'lang', 'children'].includes(key)),
      ).toEqual([]);
      node.children.forEach(check);
    };
    nodes.forEach(check);
    expect(words(nodes)).toMatch(/^x /);
  });

  test.each([
    ['<font color="red">red</font>', 'red'],
    ['{\\an8}above', 'above'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['I <3 you', 'I <3 you'],
    ['שלום, עולם', 'שלום, עולם'],
  ])('with %j is %j', async (text, read) => {
    expect(words((await only(cue(text))).nodes)).toBe(read);
  });
});

// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { isPgs, styledIn } from './track.ts';

// It measures letters as soon as it is there, which jsdom cannot.
vi.mock('assjs', () => ({ default: class {} }));
vi.mock('assjs/src/global.css?inline', () => ({ default: '' }));

const STYLES = '[Script Info]\r\n\r\n[V4+ Styles]\r\nStyle: Default,Arial\r\n';

test.each([
  ['ASS', STYLES, true],
  ['SSA', STYLES.replace('+', ''), true],
  ['ASS without styles', '[Events]\nDialogue: 0', false],
  ['a text that speaks of them', 'WEBVTT\n\nIn [V4+ Styles] we trust', false],
  ['more than a page can draw', STYLES + 'x'.repeat(3_000_000), false],
])('%s has styles to be drawn: %#', (_name, text, isStyled) => {
  expect(styledIn(text)?.kind).toBe(isStyled ? 'ass' : undefined);
});

test('pictures of discs are known by how they begin', () => {
  expect(isPgs(Uint8Array.of(0x50, 0x47, 0, 0))).toBe(true);
  expect(isPgs(new TextEncoder().encode('WEBVTT'))).toBe(false);
});

test('the name of a font cannot end the rule that it is written into', async () => {
  const { withoutCss } = await import('./ass-renderer.ts');
  const text = withoutCss(
    'Style: Default,A";background:url(https://x.test/);",20\nDialogue: 0,{\\fnB";color:red\\i1}Say "this";\n',
  );
  expect(text).toBe(
    'Style: Default,Abackground:urlhttps://x.test/,20\nDialogue: 0,{\\fnBcolor:red\\i1}Say "this";\n',
  );
});

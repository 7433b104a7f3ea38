// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { bestTrack, isPgs, sortedTracks, styledIn } from './track.ts';
import type { CaptionEntry } from './track.ts';

const track = (id: string, language: string, more: Partial<CaptionEntry> = {}): CaptionEntry => ({
  id,
  type: 'srt',
  url: '',
  hasCorsRestrictions: false,
  language,
  origin: 'stream',
  ...more,
});

test('full captions of a language come before forced and hearing-impaired ones', () => {
  const tracks = [
    track('forced', 'de', { forced: true }),
    track('machine', 'de', { machineTranslated: true }),
    track('images', 'de', { type: 'pgs' }),
    track('sounds', 'de', { hearingImpaired: true }),
    track('plain', 'de'),
  ];
  expect(bestTrack(tracks, 'de')?.id).toBe('plain');
  expect(bestTrack(tracks.slice(0, 4), 'de')?.id).toBe('sounds');
  expect(bestTrack(tracks.slice(0, 3), 'de')?.id).toBe('images');
  expect(bestTrack(tracks.slice(0, 2), 'de')?.id).toBe('machine');
});

test('the requested region comes first, another one is better than none', () => {
  const tracks = [track('brazil', 'pt-BR'), track('portugal', 'pt')];
  expect(bestTrack(tracks, 'pt')?.id).toBe('portugal');
  expect(bestTrack(tracks.slice(0, 1), 'pt')?.id).toBe('brazil');
  expect(bestTrack(tracks, 'es')).toBeUndefined();
});

test('a list begins with the viewer’s languages', () => {
  const tracks = [track('1', 'fr'), track('2', 'de'), track('3', 'en'), track('4', 'cs')];
  const sorted = sortedTracks(tracks, ['de', null, 'en-GB'], ({ language }) => language);
  expect(sorted.map(({ language }) => language)).toEqual(['de', 'en', 'cs', 'fr']);
});

// The renderer measures text when it loads, which jsdom cannot.
vi.mock('assjs', () => ({ default: class {} }));
vi.mock('assjs/src/global.css?inline', () => ({ default: '' }));

const STYLES = '[Script Info]\r\n\r\n[V4+ Styles]\r\nStyle: Default,Arial\r\n';

test.each([
  ['ASS', STYLES, true],
  ['SSA', STYLES.replace('+', ''), true],
  ['ASS without styles', '[Events]\nDialogue: 0', false],
  ['a text that mentions styles', 'WEBVTT\n\nIn [V4+ Styles] we trust', false],
  ['more than the renderer supports', STYLES + 'x'.repeat(3_000_000), false],
])('%s has styles of its own: %#', (_name, text, isStyled) => {
  expect(styledIn(text)?.kind).toBe(isStyled ? 'ass' : undefined);
});

test('image subtitles of discs are recognized by their first bytes', () => {
  expect(isPgs(Uint8Array.of(0x50, 0x47, 0, 0))).toBe(true);
  expect(isPgs(new TextEncoder().encode('WEBVTT'))).toBe(false);
});

test('the name of a font cannot end the rule that contains it', async () => {
  const { withoutCss } = await import('./ass-renderer.ts');
  const text = withoutCss(
    'Style: Default,A";background:url(https://x.test/);",20\nDialogue: 0,{\\fnB";color:red\\i1}Say "this";\n',
  );
  expect(text).toBe(
    'Style: Default,Abackground:urlhttps://x.test/,20\nDialogue: 0,{\\fnBcolor:red\\i1}Say "this";\n',
  );
});

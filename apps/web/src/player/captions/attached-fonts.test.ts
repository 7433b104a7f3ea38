// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

import { createFontLoader } from './attached-fonts.ts';
import type { AttachedFont } from './attached-fonts.ts';

afterEach(() => void vi.unstubAllGlobals());

const font = (name: string, more: Partial<AttachedFont> = {}): AttachedFont => ({
  names: [name],
  weight: 400,
  isItalic: false,
  bytes: 4,
  url: `https://films.test/${name}.font`,
  ...more,
});

function browser() {
  const added: string[] = [];
  const requested: string[] = [];
  class Face {
    readonly name: string;
    constructor(name: string, _bytes: Uint8Array, { weight, style }: FontFaceDescriptors) {
      this.name = `${name} ${weight} ${style}`;
    }
    load() {
      return this.name.includes(' 900 ') ? Promise.reject(new Error('no font')) : Promise.resolve();
    }
  }
  vi.stubGlobal('FontFace', Face);
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url);
    return Promise.resolve(new Response('font'));
  });
  const fonts = { add: ({ name }: Face) => added.push(name), delete: () => added.pop() };
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  return { added, requested };
}

const STYLE = 'Style: Default,@squares,20\nDialogue: 0,{\\fnArial}a{\\fnSquares}b';

test('only fonts that are used are loaded, under names of their own', async () => {
  const { added, requested } = browser();
  const bold = font('Squares', { weight: 700, url: 'https://films.test/bold.font' });
  const loader = createFontLoader([font('Squares'), bold, font('Other')]);
  await loader.load(STYLE, document);
  await loader.load(STYLE, document);
  const alias = /Style: Default,(attached-font-\d+-1),20/.exec(loader.rename(STYLE))?.[1] ?? '';
  expect(loader.rename(STYLE)).toBe(
    `Style: Default,${alias},20\nDialogue: 0,{\\fnArial}a{\\fn${alias}}b`,
  );
  expect(added).toEqual([`${alias} 400 normal`, `${alias} 700 normal`]);
  expect(requested).toHaveLength(2);
  loader.stop();
  expect(added).toEqual([]);
});

test('fonts that are broken or too large are left to the system', async () => {
  const { added, requested } = browser();
  const loader = createFontLoader([
    font('Squares', { weight: 900 }),
    font('Squares', { bytes: 100 * 1024 * 1024 }),
  ]);
  await loader.load(STYLE, document);
  expect(added).toEqual([]);
  expect(requested).toHaveLength(1);
});

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = `document.title = ${JSON.stringify('film '.repeat(200))};\n`;

/** A client with the output of Vite and of pre-compression, for tests of how it is served. */
export function makeWebDist(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'matinee-web-'));
  mkdirSync(join(root, 'assets'));
  const page =
    '<!doctype html><script src="/config.js"></script><script type="module" src="/assets/app-1a2b.js"></script>\n';
  writeFileSync(join(root, 'index.html'), page);
  writeFileSync(join(root, 'media.html'), `${page}<!-- and the player -->\n`);
  writeFileSync(join(root, 'discover.html'), `${page}<!-- and the rows -->\n`);
  writeFileSync(join(root, 'assets/app-1a2b.js'), SCRIPT);
  writeFileSync(join(root, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
  const texts = {
    de: { search: 'Filme & Serien suchen', description: 'Filme und Serien' },
    'zh-Hant': { search: '搜尋電影和影集', description: '電影和影集' },
  };
  writeFileSync(join(root, 'site-texts.json'), JSON.stringify(texts));
  const manifest = { name: 'Matinee', description: 'Movies and shows', lang: 'en' };
  writeFileSync(join(root, 'manifest.webmanifest'), JSON.stringify(manifest));
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

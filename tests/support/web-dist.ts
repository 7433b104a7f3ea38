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
  const labels = { de: 'Filme & Serien suchen', 'zh-Hant': '搜尋電影和影集' };
  writeFileSync(join(root, 'search-labels.json'), JSON.stringify(labels));
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

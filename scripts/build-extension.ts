// `npm run build:extension`: creates a folder to load and an archive to submit for each browser, in
// apps/extension/dist.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { z } from 'zod';
import { browsers, manifestFor } from '../apps/extension/src/manifest.ts';
import { zipOf } from './zip.ts';

const root = join(import.meta.dirname, '../apps/extension');
const dist = join(root, 'dist');
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const common: InlineConfig = { root, configFile: false, publicDir: false, logLevel: 'warn' };
const src = (path: string) => join(root, 'src', path);
const code = join(dist, 'code');

rmSync(dist, { recursive: true, force: true });
await build({
  ...common,
  build: {
    outDir: code,
    emptyOutDir: false,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: {
        background: src('background/main.ts'),
        'permission-grant': src('pages/permission-grant.ts'),
        popup: src('pages/popup.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
});
// Bundle all dependencies, because a content script isn't a module.
await build({
  ...common,
  build: {
    outDir: code,
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: src('content/main.ts'),
      output: { entryFileNames: 'content.js', format: 'iife' },
    },
  },
});

for (const browser of browsers) {
  const folder = join(dist, browser);
  mkdirSync(folder);
  cpSync(join(root, 'public'), folder, { recursive: true });
  cpSync(code, folder, { recursive: true });
  const manifest = JSON.stringify(manifestFor(browser, version), null, 2);
  writeFileSync(join(folder, 'manifest.json'), `${manifest}\n`);
  const zip = join(dist, `matinee-${browser}-${version}.zip`);
  writeFileSync(zip, zipOf(filesIn(folder)));
  console.log(zip);
}
rmSync(code, { recursive: true });

function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({
      name: path.slice(folder.length + 1).replaceAll('\\', '/'),
      bytes: readFileSync(path),
    }));
}

// Builds if the content of the inputs differs from the last build. Ignores dates.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, run } from './install.mjs';

const INPUTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'prisma',
  'packages',
  'apps',
  'scripts/build.ts',
  'scripts/generate.ts',
];
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);
const OUTPUTS = ['apps/api/dist/main.js', 'apps/web/dist/index.html'];
const STAMP = join(root, 'apps/api/dist/.built');

function* filesIn(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    yield path;
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(`${path}/${entry.name}`);
    else yield `${path}/${entry.name}`;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((input) => [...filesIn(input)]))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

export function ensureBuilt() {
  const wanted = fingerprint();
  const isFresh =
    OUTPUTS.every((file) => existsSync(join(root, file))) &&
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === wanted;
  if (isFresh) return;
  console.log('Building …');
  if (!run('npm', ['run', '--silent', 'build'])) fail('The build failed. See the output above.');
  writeFileSync(STAMP, wanted);
}

import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureDir } from './ensure-dir.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder is made with all its parents, once', () => {
  const folder = join(temporary(), 'a/b/c');
  expect(ensureDir(folder, 0o700)).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(ensureDir(folder, 0o700)).toBe(false);
});

test('below a file nothing is made', () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  expect(() => ensureDir(join(file, 'a/b'))).toThrow('ENOTDIR');
});

test.skipIf(!existsSync('/proc'))('where nothing can be made, that is said', () => {
  expect(() => ensureDir('/proc/matinee/data')).toThrow("mkdir '/proc/matinee'");
});

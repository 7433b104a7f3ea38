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

test('a folder is created once, with all its parents', () => {
  const folder = join(temporary(), 'a/b/c');
  expect(ensureDir(folder, 0o700)).toBe(true);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(ensureDir(folder, 0o700)).toBe(false);
});

test('nothing is created below a file', () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  expect(() => ensureDir(join(file, 'a/b'))).toThrow('ENOTDIR');
});

test.skipIf(!existsSync('/proc'))('a folder that cannot be created is an error', () => {
  expect(() => ensureDir('/proc/matinee/data')).toThrow("mkdir '/proc/matinee'");
});

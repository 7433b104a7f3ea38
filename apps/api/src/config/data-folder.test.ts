import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder } from './secrets.ts';

let folder: string;
let messages: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
  messages = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = () => statSync(folder).mode & 0o777;
const close = () => closeDataFolder(folder, (message) => messages.push(message));

test.each([0o755, 0o750, 0o777])(
  'a folder that the server made with mode %o is made private',
  (open) => {
    mkdirSync(join(folder, 'postgres'));
    mkdirSync(join(folder, 'secrets'));
    chmodSync(folder, open);
    close();
    expect(mode()).toBe(0o700);
    expect(messages).toEqual([]);
  },
);

test('a folder with other files in it is left unchanged and reported', () => {
  mkdirSync(join(folder, 'public_html'));
  chmodSync(folder, 0o755);
  close();
  expect(mode()).toBe(0o755);
  expect(messages).toEqual([expect.stringContaining(`chmod 700 ${folder}`)]);
});

test.skipIf(process.getuid?.() !== 0)('a folder of another OS user is left unchanged', () => {
  chmodSync(folder, 0o755);
  chownSync(folder, 4321, 4321);
  close();
  expect(mode()).toBe(0o755);
  expect(messages).toHaveLength(1);
});

test('a missing folder and a file are left for others to report', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  closeDataFolder(file, (message) => messages.push(message));
  closeDataFolder(join(folder, 'missing'), (message) => messages.push(message));
  expect(messages).toEqual([]);
});

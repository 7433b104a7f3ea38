// A killed process leaves files in the folder for backups.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { createBackups } from './backups.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../../prisma/migrations');

let database: TestDatabase;
let root: string;

beforeEach(async () => {
  database = await createTestDatabase();
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'backups-'));
});

afterEach(async () => {
  fs.rmSync(root, { recursive: true });
  await database.drop();
});

const folder = () => path.join(root, 'backups');
const backups = () =>
  createBackups({
    folder: folder(),
    secrets: path.join(root, 'secrets'),
    migrations: MIGRATIONS,
    version: '4.9.5',
    keep: 2,
    now: Date.now,
  });

test('a backup has its name only when it is proven', async () => {
  const names: string[] = [];
  const { file } = await backups().create(database.url, 'manual', undefined, ({ stage }) => {
    if (stage === 'checking') names.push(...fs.readdirSync(folder()));
  });
  expect(names).toContainEqual(expect.stringMatching(/^work-/));
  expect(names.filter((name) => name.endsWith('.tar'))).toEqual([]);
  expect(fs.readdirSync(folder())).toEqual([path.basename(file)]);
});

test('work folders of killed processes are removed after minutes, and those in use are not', async () => {
  const make = (name: string, minutes: number) => {
    const made = path.join(folder(), name);
    fs.mkdirSync(made, { recursive: true });
    const at = new Date(Date.now() - minutes * 60_000);
    fs.utimesSync(made, at, at);
  };
  make('work-killed', 11);
  make('work-in-use', 2);
  make('upload-paused.partial', 60);
  await backups().create(database.url, 'manual');
  const names = fs.readdirSync(folder()).filter((name) => !name.endsWith('.tar'));
  expect(names.toSorted()).toEqual(['upload-paused.partial', 'work-in-use']);
});

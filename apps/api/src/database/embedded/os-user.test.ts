import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseOsUser, serverOsUser } from './os-user.ts';

const isRoot = process.getuid?.() === 0;

describe('the OS user that replaces root', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
  const postgres = 'postgres:x:105:113::/var/lib/postgresql:/bin/bash';

  test('is postgres if it exists, else nobody', () => {
    expect(chooseOsUser([root, nobody, postgres].join('\n'))).toEqual({ uid: 105, gid: 113 });
    expect(chooseOsUser([root, nobody].join('\n'))).toEqual({ uid: 65534, gid: 65534 });
  });

  test('is requested in a clear message if neither exists', () => {
    expect(() => chooseOsUser(root)).toThrow("Don't start Matinee as root");
  });
});

describe.skipIf(!isRoot)('an existing data folder (needs root)', () => {
  let folder: string;
  beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'account-'))));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test('is served as its owner, so a start as root does not spoil it', () => {
    fs.chownSync(folder, 4321, 1234);
    expect(serverOsUser(folder)).toEqual({ uid: 4321, gid: 1234 });
  });

  test('is refused with a clear message for another OS user', () => {
    fs.chownSync(folder, 4321, 1234);
    expect(() => serverOsUser(folder, 65_534)).toThrow('belongs to another user (uid 4321)');
  });
});

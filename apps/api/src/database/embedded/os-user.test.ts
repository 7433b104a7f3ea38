import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseOsUser, serverOsUser } from './os-user.ts';

const isRoot = process.getuid?.() === 0;

describe('the account that stands in for root', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
  const postgres = 'postgres:x:105:113::/var/lib/postgresql:/bin/bash';

  test('is postgres where there is one, else nobody', () => {
    expect(chooseOsUser([root, nobody, postgres].join('\n'))).toEqual({ uid: 105, gid: 113 });
    expect(chooseOsUser([root, nobody].join('\n'))).toEqual({ uid: 65534, gid: 65534 });
  });

  test('is asked for in plain words where there is none', () => {
    expect(() => chooseOsUser(root)).toThrow('do not start Matinee as root');
  });
});

describe.skipIf(!isRoot)('a data folder that is there already (needs root)', () => {
  let folder: string;
  beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'account-'))));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test('is served by its owner, so that a start as root does not spoil it', () => {
    fs.chownSync(folder, 4321, 1234);
    expect(serverOsUser(folder)).toEqual({ uid: 4321, gid: 1234 });
  });

  test('is refused in plain words to another account', () => {
    fs.chownSync(folder, 4321, 1234);
    expect(() => serverOsUser(folder, 65_534)).toThrow('belongs to another account (uid 4321)');
  });
});

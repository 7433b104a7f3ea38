import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const load = (more: Record<string, string> = {}) =>
  loadSecrets(parseConfig({ DATA_DIR: folder, ...more }));

test('secrets are created once, are different, and are readable by their owner only', async () => {
  const made = await load();
  expect(new Set(Object.values(made)).size).toBe(3);
  for (const secret of Object.values(made)) expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(await load()).toEqual(made);
  const stored = join(folder, 'secrets');
  expect(readdirSync(stored).toSorted()).toEqual(['crypto-secret', 'jwt-secret', 'ticket-secret']);
  for (const name of readdirSync(stored))
    expect(statSync(join(stored, name)).mode & 0o777).toBe(0o600);
});

test('a secret from the operator is used and not written to disk', async () => {
  const given = 'g'.repeat(32);
  const secrets = await load({ CRYPTO_SECRET: given, TICKET_SECRET: given, JWT_SECRET: given });
  expect(secrets).toEqual({ sessions: given, streamTokens: given, proxyTokens: given });
  expect(readdirSync(folder)).toEqual([]);
});

test('two processes that start at the same time use the same secrets', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
  for (const secrets of all) expect(secrets).toEqual(all[0]);
});

test('an empty secret file is reported, not used', async () => {
  await load();
  writeFileSync(join(folder, 'secrets', 'jwt-secret'), '');
  await expect(load()).rejects.toThrow(/jwt-secret doesn.t contain a secret/);
});

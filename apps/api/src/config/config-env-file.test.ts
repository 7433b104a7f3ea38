import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { composeErrors, readEnvFile } from './config-env-file.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '.env');
  writeFileSync(path, text);
  return path;
}

test('a value in single quotes is read literally', () => {
  const path = fileWith("WEBDAV_PASSWORD='pa$word1#\\ \"x'\n");
  expect(readEnvFile(path)).toEqual({ WEBDAV_PASSWORD: 'pa$word1#\\ "x' });
});

test('a missing file is fine, but an unreadable one is an error', () => {
  expect(readEnvFile(join(tmpdir(), 'matinee-no-such-file'))).toEqual({});
  expect(() => readEnvFile(tmpdir())).toThrow("Can't read");
});

test('a variable that Docker Compose has changed is reported by name, without its value', () => {
  const file = { WEBDAV_PASSWORD: 'pa$word1', META_NAME: 'Rialto ', PORT: '5301', HOST: '::1' };
  const environment = { WEBDAV_PASSWORD: 'pa', META_NAME: 'Rialto', PORT: '8080', HOST: '0.0.0.0' };
  const errors = composeErrors(file, environment);
  expect(errors).toHaveLength(1);
  expect(errors.join()).toMatch(/^Docker Compose reads WEBDAV_PASSWORD in \.env .*single quotes/);
  expect(errors.join()).not.toContain('pa$word1');
});

// Tests the license texts of all packages in the Docker image.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('the license of every package that is shipped has its text, or says which one it is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'matinee-licenses-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'LICENSES');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/third-party.ts', `--texts=${file}`],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const texts = readFileSync(file, 'utf8');
  const packages = readFileSync('THIRD_PARTY', 'utf8').matchAll(/^(\S+ \d+\.\d+\.\d\S*) — /gm);
  const names = [...packages].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !texts.includes(`\n${name} — `))).toEqual([]);
  expect(texts).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  expect(texts).toMatch(/Apache License\s+Version 2\.0/);
  expect(texts).toMatch(/GNU LESSER GENERAL PUBLIC LICENSE/i);
});

test('the image has them', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain('RUN node scripts/third-party.ts --texts=/app/THIRD_PARTY_LICENSES');
  expect(dockerfile).toContain('COPY --from=build /app/THIRD_PARTY_LICENSES ./');
});

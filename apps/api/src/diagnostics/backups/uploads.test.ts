import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUploads } from './uploads.ts';

test('two tabs that start an upload at the same time leave one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-uploads-'));
  const uploads = createUploads(folder, () => false);
  const [first, last] = await Promise.all([uploads.begin(5), uploads.begin(5)]);
  expect(await readdir(folder)).toEqual([`upload-${last}.partial`]);
  await expect(uploads.append(first, 0, Buffer.from('x'))).rejects.toMatchObject({ status: 404 });
  await rm(folder, { recursive: true });
});

import { NotFoundError } from '@matinee/sources/source';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDisk } from './disk.ts';
import { shownName } from './file-names.ts';

const { signal } = new AbortController();
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'matinee-disk-'));
  await writeFile(join(root, 'film.mp4'), '0123456789');
  await writeFile(join(root, 'empty.mp4'), '');
});
afterAll(() => rm(root, { recursive: true }));

async function get(
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const response = await createDisk(root).open(path, { method, headers, signal });
  return { ...response, text: await text(response.body) };
}

test.each([
  [undefined, 200, '0123456789', undefined],
  ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=4-2', 200, '0123456789', undefined],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ['lines=1-2', 200, '0123456789', undefined],
])('a request for %s gets %i', async (range, status, body, part) => {
  const response = await get('film.mp4', range === undefined ? {} : { range });
  expect([response.status, response.text]).toEqual([status, body]);
  expect(response.headers).toMatchObject({ 'accept-ranges': 'bytes' });
  expect(response.headers['content-range']).toBe(part);
  if (status !== 416) expect(response.headers['content-length']).toBe(String(body.length));
});

test('HEAD returns the length without the bytes, and an empty file has none', async () => {
  const head = await get('film.mp4', {}, 'HEAD');
  expect([head.headers['content-length'], head.text]).toEqual(['10', '']);
  const empty = await get('empty.mp4', { range: 'bytes=0-' });
  expect([empty.status, empty.text]).toEqual([416, '']);
  expect((await get('empty.mp4')).headers['content-length']).toBe('0');
});

test('a player that has the file gets 304, and a range of another version is never sent', async () => {
  const { etag = '' } = (await get('film.mp4')).headers;
  expect((await get('film.mp4', { 'if-none-match': `"x", ${String(etag)}` })).status).toBe(304);
  const range = 'bytes=2-4';
  expect((await get('film.mp4', { range, 'if-range': String(etag) })).text).toBe('234');
  await writeFile(join(root, 'film.mp4'), '9876543210');
  await utimes(join(root, 'film.mp4'), new Date(0), new Date(0));
  expect((await get('film.mp4', { range, 'if-range': String(etag) })).text).toBe('9876543210');
  await writeFile(join(root, 'film.mp4'), '0123456789');
});

test('pipes, folders and missing paths are not files', async () => {
  const command = 'mkfifo';
  execFileSync(command, [join(root, 'pipe.mp4')]);
  for (const path of [
    'pipe.mp4',
    '',
    'nothing.mp4',
    'film.mp4/x',
    '../escape.mp4',
    'x'.repeat(300),
  ]) {
    await expect(get(path)).rejects.toBeInstanceOf(NotFoundError);
  }
  const names = (await createDisk(root).list('', signal)).map(({ name }) => name);
  expect(names).not.toContain('pipe.mp4');
});

test('a viewer who leaves closes the file', async () => {
  await writeFile(join(root, 'long.mp4'), Buffer.alloc(4 * 1024 * 1024));
  const open = async () => {
    const files = await readdir('/proc/self/fd').catch(() => []);
    return files.length;
  };
  const before = await open();
  const leaving = new AbortController();
  const { body } = await createDisk(root).open('long.mp4', {
    method: 'GET',
    headers: {},
    signal: leaving.signal,
  });
  body.once('readable', () => body.read(1));
  leaving.abort();
  await vi.waitFor(async () => expect(await open()).toBeLessThanOrEqual(before));
  expect(body.destroyed).toBe(true);
});

test('an unreadable file is not a missing file, and the reason is logged', async () => {
  // Root can't list these either, but can list all others.
  const disk = createDisk('/proc/sys/vm');
  expect(await disk.isReadable?.('compact_memory')).toBe(false);
  expect(await disk.isReadable?.('swappiness')).toBe(true);
  await expect(disk.open('compact_memory', { method: 'GET', headers: {}, signal })).rejects.toThrow(
    "The server can't read this file.",
  );
});

test('an unreadable folder is an error and not an empty folder', async () => {
  const locked = await mkdtemp(join(root, 'locked-'));
  await chmod(locked, 0o000);
  const list = createDisk(locked).list('', signal);
  // Root can read every folder.
  if (process.getuid?.() === 0) expect(await list).toEqual([]);
  else await expect(list).rejects.toThrow('EACCES');
  await chmod(locked, 0o700);
});

test('files are listed and opened whatever the encoding of their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-names-'));
  const named = (bytes: string) =>
    Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes, 'latin1')]);
  try {
    // Latin-1, Shift JIS, truncated UTF-8, and private characters in UTF-8.
    const names = ['Caf\xe9 (1968).mp4', '\x89\x66\x89\xe6.mp4', 'Caf\xc3.mp4', '\xef\x9e\x80.mp4'];
    for (const name of names) await writeFile(named(name), name);
    await mkdir(named('\xdcber'));
    await writeFile(named('\xdcber/a.mp4'), 'inside');
    const disk = createDisk(folder);
    const entries = await disk.list('', signal);
    const files = entries.filter(({ kind }) => kind === 'file');
    expect(files.map(({ size }) => size)).toEqual(files.map(() => expect.any(Number)));
    const read = async (path: string) =>
      text((await disk.open(path, { method: 'GET', headers: {}, signal })).body);
    const contents = await Promise.all(files.map(({ name }) => read(name)));
    expect(contents.toSorted()).toEqual(names.toSorted());
    expect(files.map(({ name }) => shownName(name))).toContain('Caf\u00e9 (1968).mp4');
    const inner = entries.find(({ kind }) => kind === 'folder')?.name ?? '';
    expect(await disk.list(inner, signal)).toMatchObject([{ name: 'a.mp4' }]);
    expect(await read(`${inner}/a.mp4`)).toBe('inside');
    await expect(read('\uf7ae\uf7ae/etc/passwd')).rejects.toThrow(NotFoundError);
    for (const { name } of entries) expect(name.isWellFormed()).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  replaceForeignPid,
  isAlive,
  isPostmaster,
  readPostmaster,
  runningPostmaster,
} from './postmaster.ts';

let data: string;

beforeEach(() => (data = fs.mkdtempSync(path.join(os.tmpdir(), 'postmaster-'))));
afterEach(() => fs.rmSync(data, { recursive: true }));

const file = () => path.join(data, 'postmaster.pid');
const write = (pid: number, status = 'ready   ') =>
  fs.writeFileSync(
    file(),
    [pid, data, 1_795_235_415, 55_999, '', '127.0.0.1', '16039955 4', status, ''].join('\n'),
  );

/** Returns an unused PID: its process has ended and was reaped. */
const deadPid = () =>
  new Promise<number>((resolve) => {
    const child = spawn('true');
    child.on('exit', () => resolve(child.pid ?? 0));
  });

describe('a pid file', () => {
  test('names the server’s process, its address and whether it is ready', () => {
    write(4711);
    expect(readPostmaster(data)).toEqual({ pid: 4711, port: 55_999, isReady: true });
    write(4711, 'starting');
    expect(readPostmaster(data)?.isReady).toBe(false);
  });

  test('says nothing while it is missing, empty or incomplete', () => {
    expect(readPostmaster(data)).toBeUndefined();
    fs.writeFileSync(file(), '');
    expect(readPostmaster(data)).toBeUndefined();
    fs.writeFileSync(file(), '4711\n/somewhere');
    expect(readPostmaster(data)?.isReady).toBe(false);
  });

  test('is ignored when its process is dead', async () => {
    write(await deadPid());
    expect(runningPostmaster(data)).toBeUndefined();
    expect(replaceForeignPid(data)).toBe(false);
  });

  test('is ignored when its pid belongs to another program, or to this process', () => {
    write(process.ppid);
    expect(runningPostmaster(data)).toBeUndefined();
    expect(replaceForeignPid(data)).toBe(true);
    const lines = fs.readFileSync(file(), 'utf8').split('\n');
    expect(lines[0]).toBe(String(process.pid));
    expect(lines[6]).toBe('16039955 4'); // the shared-memory key must survive
  });

  test('counts when the process works in that very folder', async () => {
    const child = spawn('sleep', ['60'], { cwd: data });
    try {
      write(child.pid ?? 0);
      expect(runningPostmaster(data)?.pid).toBe(child.pid);
    } finally {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.on('exit', resolve));
    }
    expect(runningPostmaster(data)).toBeUndefined();
  });
});

test('without /proc the command line shows whose server a process is', async () => {
  const child = spawn('sh', ['-c', 'read line; exit', 'postgres', '-D', data, '-c', 'port=1']);
  await new Promise((resolve) => child.once('spawn', resolve));
  try {
    expect(isPostmaster(child.pid ?? 0, data, 'darwin')).toBe(true);
    expect(isPostmaster(child.pid ?? 0, `${data}-other`, 'darwin')).toBe(false);
    expect(isPostmaster(process.pid, data, 'darwin')).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
});

test.skipIf(process.platform !== 'linux')('a zombie is dead', async () => {
  // The shell becomes a sleeping process that never reaps its child. The child ends when its input ends.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
  try {
    const zombie = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    expect(isAlive(zombie)).toBe(true);
    await expect.poll(() => fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    parent.stdin.end();
    await expect.poll(() => isAlive(zombie)).toBe(false);
    expect(fs.readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
  } finally {
    parent.kill('SIGKILL');
  }
});

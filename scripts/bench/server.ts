// How long `npm start` takes until the server is ready with its embedded database, and how much memory the server
// holds: idle, and after searches that their viewers left. Prints; asserts nothing. Memory is read from /proc, so on
// Linux only.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');
const ROUNDS = 3;
const LEFT_AT_ONCE = 20;
const LEFT = 1_000;
const SETTLED_AFTER_MS = 5_000;
const FILM = 'type=movie&title=Nothing&releaseYear=1920&tmdbId=1';

interface Running {
  readonly url: string;
  readonly readyAfterMs: number;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Runs a command in a process group of its own until it says where it is ready. */
async function start(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const from = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...environment },
  });
  let printed = '';
  const url = await new Promise<string>((found, failed) => {
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /ready at (http:\S+)/.exec(printed) ?? [];
      if (address) found(address);
    });
    child.stdout.resume();
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
  });
  await fetch(`${url}/readyz`);
  const readyAfterMs = performance.now() - from;
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  return { url, readyAfterMs, child, stop };
}

async function measureStarts(dataDir: string): Promise<void> {
  // What is not installed or built yet is no part of the start.
  await once(
    spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, stdio: 'inherit' }),
    'exit',
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start(['npm', 'start'], { DATA_DIR: dataDir });
    const what = round === 0 ? 'in an empty folder' : 'with its database there';
    console.log(`npm start, ${what}: ready after ${Math.round(server.readyAfterMs)} ms`);
    await server.stop();
  }
}

function residentMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Leaves as soon as the first event is there. */
function visitBriefly(url: string): Promise<void> {
  return new Promise((left, failed) => {
    const viewer = get(`${url}/scrape?${FILM}`, (answer) => {
      answer.on('error', () => undefined).once('data', () => viewer.destroy());
      answer.once('close', () => left());
    });
    viewer.once('error', failed);
  });
}

async function measureMemory(dataDir: string): Promise<void> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const server = await start([process.execPath, 'apps/api/dist/main.js'], {
    DATA_DIR: dataDir,
    INTERNET_ARCHIVE_URL: `http://127.0.0.1:${address.port}`,
  });
  await pause(SETTLED_AFTER_MS);
  console.log(`resident, idle: ${residentMb(server.child)} MB`);
  for (let left = 0; left < LEFT; left += LEFT_AT_ONCE) {
    await Promise.all(Array.from({ length: LEFT_AT_ONCE }, () => visitBriefly(server.url)));
    if (left % (LEFT / 5) === 0) {
      console.log(`resident, ${left + LEFT_AT_ONCE} searches left: ${residentMb(server.child)} MB`);
    }
  }
  await pause(SETTLED_AFTER_MS);
  console.log(`resident, ${LEFT} searches left and idle again: ${residentMb(server.child)} MB`);
  await server.stop();
  silent.closeAllConnections();
  silent.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
try {
  await measureStarts(dataDir);
  await measureMemory(dataDir);
} finally {
  rmSync(dataDir, { recursive: true });
}

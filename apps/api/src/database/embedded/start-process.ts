// Starts the server in a data folder, or finds the running one.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OsUser } from './os-user.ts';
import { dataArgument } from './data-dir.ts';
import {
  replaceForeignPid,
  readPostmaster,
  runningPostmaster,
  terminateOrphans,
} from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { plainLocale } from './exec.ts';
import { countRetry } from '#lib/measurements.ts';

export interface StartOptions {
  readonly postgres: string;
  readonly root: string;
  readonly data: string;
  readonly osUser: OsUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
  /** Aborts the start. A starting server is stopped before the promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

const CHECK_EVERY_MS = 15;
const READY_TIMEOUT_MS = 120_000; // recovery after a crash replays the log first
const MAX_ATTEMPTS = 20;
const MAX_LOG_BYTES = 5_000_000;

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** False if the server was already running. */
  readonly isStartedHere: boolean;
}

/** Resolves to the folder's running server, or starts one. */
export async function startServer(options: StartOptions): Promise<ServerProcess> {
  const { data, log, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    const running = await untilReady(data, signal);
    if (running) return { ...running, isStartedHere: false };
    if (replaceForeignPid(data)) log("postmaster.pid named a process that isn't PostgreSQL");
    const attempted = await tryOnce(options);
    if (attempted.at === 'ready') return { ...attempted.server, isStartedHere: true };
    signal?.throwIfAborted();
    const orphans = IN_USE.test(attempted.output) ? terminateOrphans(data) : [];
    if (orphans.length > 0) log(`ended ${orphans.length} processes of a killed PostgreSQL`);
    const isRaceLost = runningPostmaster(data) !== undefined;
    if (attempt === MAX_ATTEMPTS || !(isRaceLost || isTransient(attempted.output))) {
      throw new Error(`PostgreSQL didn't start (${attempted.how}): ${attempted.output}`);
    }
    if (!isRaceLost) await pause(500);
    countRetry('embedded database');
  }
}

type StartAttempt =
  { at: 'ready'; server: Postmaster } | { at: 'failed'; how: string; output: string };

/** Backends of a killed server are still running. */
const IN_USE = /shared memory block .* still in use/;

/** Returns whether backends still run, or another program uses the port. */
const isTransient = (output: string) =>
  IN_USE.test(output) || /could not bind|in use by another process/.test(output);

async function tryOnce(options: StartOptions): Promise<StartAttempt> {
  const logFile = path.join(options.root, 'server.log');
  rotateLog(logFile);
  const logFrom = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnServer(options, logFile, await freePort());
  // Stop the server if this process ends before the server is ready.
  const abandon = () => child.kill('SIGTERM');
  process.on('exit', abandon);
  try {
    const found = await untilReadyOrGone(child, options);
    if (typeof found !== 'string') return { at: 'ready', server: found };
    const output = fs.readFileSync(logFile).subarray(logFrom).toString().slice(-3000).trim();
    return { at: 'failed', how: found, output };
  } finally {
    process.off('exit', abandon);
  }
}

/** Resolves to the ready server, or to the way it ended. */
async function untilReadyOrGone(
  child: ChildProcess,
  { data, signal }: StartOptions,
): Promise<Postmaster | string> {
  const end = { how: '' };
  child.once('exit', (code, signal) => (end.how = `ended with ${code ?? signal}`));
  child.once('error', (error) => (end.how = error.message));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let isStopping = false;
  while (!end.how) {
    const server = readPostmaster(data);
    if (server?.isReady && server.pid === child.pid && !isStopping) return server;
    if (signal?.aborted && !isStopping) isStopping = child.kill('SIGINT');
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return 'not ready in time';
    }
    await pause(CHECK_EVERY_MS);
  }
  return end.how;
}

/** Keeps one old file of the server's log. PostgreSQL itself doesn't rotate it. */
function rotateLog(logFile: string): void {
  const { size = 0 } = fs.statSync(logFile, { throwIfNoEntry: false }) ?? {};
  if (size > MAX_LOG_BYTES) fs.renameSync(logFile, `${logFile}.1`);
}

function spawnServer(options: StartOptions, logFile: string, port: number): ChildProcess {
  const { postgres, data, osUser, settings } = options;
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const flags = Object.entries({ ...all, ...settings }).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const output = fs.openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(postgres, ['-D', dataArgument(data, osUser), ...flags], {
      ...osUser,
      cwd: data,
      // Use a separate process group. Ctrl-C then reaches only Node, which decides when to stop the server.
      detached: true,
      env: plainLocale(),
      stdio: ['ignore', output, output],
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(output);
  }
}

/** Waits for a starting server. Undefined if none runs or it stopped in the meantime. */
async function untilReady(
  data: string,
  signal: AbortSignal | undefined,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    signal?.throwIfAborted();
    const server = runningPostmaster(data);
    if (!server || server.isReady) return server;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${server.pid}) in ${data} didn't become ready in time.`);
    }
    await pause(CHECK_EVERY_MS);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

// Measures how long an ordinary user waits during abuse by many clients, on the built server as `npm start` runs it,
// with its embedded database and every limit at its default. Prints a table and ends with 1 when a target is missed.
// Loopback only, about five minutes; Linux only, as it reads /proc. Run by `npm run test:long`.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { register } from '../support/identity.ts';
import type { Account, Orders, Outcome } from './abuse-traffic.ts';
import { startLoadServer, type LoadServer } from './load-server.ts';

const QUIET_SECONDS = 10;
const MEASURED_SECONDS = 60;
const READS_PER_SECOND = 20;
const READ_LIMIT_MS = 20_000;
const LIMITS = { p99Ms: 100, memoryMb: 400, logMbPerMinute: 1 };
/** An item of about 400 bytes, so that a body of 8 MiB contains as many as one request may. */
const ITEMS_PER_IMPORT = 18_000;
const MAX_IMPORTS = 8;

const items = (from: number) =>
  Array.from({ length: ITEMS_PER_IMPORT }, (_, index) => ({
    tmdbId: String(from + index),
    meta: { title: 'x'.repeat(240), year: 1922, type: 'movie', poster: null },
    duration: 5_400,
    watched: 60,
  }));

/** Imports until the account is full, and returns how many items it took. */
async function fill(url: string, { userId, token }: Account): Promise<number> {
  let stored = 0;
  for (let round = 0; round < MAX_IMPORTS; round += 1) {
    const response = await fetch(`${url}/users/${userId}/progress/import`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(items(1 + round * ITEMS_PER_IMPORT)),
    });
    await response.arrayBuffer();
    if (!response.ok) break;
    stored += ITEMS_PER_IMPORT;
  }
  return stored;
}

interface Accounts {
  readonly users: readonly Account[];
  readonly senders: readonly Account[];
  readonly exporters: readonly Account[];
}

async function prepare(url: string): Promise<Accounts> {
  const make = async (count: number): Promise<Account[]> => {
    const made: Account[] = [];
    for (let index = 0; index < count; index += 1) {
      const { user, token } = await register({ url });
      made.push({ userId: user.id, token });
    }
    return made;
  };
  const accounts = { users: await make(10), senders: await make(50), exporters: await make(20) };
  const stored: number[] = [];
  for (const account of accounts.exporters) stored.push(await fill(url, account));
  console.log(`20 full accounts of ${Math.min(...stored)} to ${Math.max(...stored)} items`);
  return accounts;
}

async function prepareThenStop(server: LoadServer): Promise<Accounts> {
  try {
    return await prepare(server.url);
  } finally {
    await server.stop();
  }
}

interface Reads {
  readonly ms: readonly number[];
  readonly failed: readonly string[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** Milliseconds until the complete response of `GET /users/@me`, or why there is none. */
function readMe(url: string, account: Account, address: string): Promise<number | string> {
  const from = performance.now();
  return new Promise((done) => {
    const call = request(
      `${url}/users/@me`,
      {
        agent,
        headers: { authorization: `Bearer ${account.token}`, 'x-forwarded-for': address },
        signal: AbortSignal.timeout(READ_LIMIT_MS),
      },
      (response) => {
        response.resume();
        response.once('end', () => {
          const { statusCode } = response;
          done(statusCode === 200 ? performance.now() - from : `status ${statusCode}`);
        });
        response.once('error', (error) => done(error.message));
      },
    );
    call.once('error', (error) => done(error.message));
    call.end();
  });
}

/** Reads at a steady rate, however slow the responses are, for each user in turn. */
async function measure(url: string, users: readonly Account[], seconds: number): Promise<Reads> {
  const pending: Promise<number | string>[] = [];
  const from = performance.now();
  for (let count = 0; count < seconds * READS_PER_SECOND; count += 1) {
    await pause(Math.max(0, from + (count * 1_000) / READS_PER_SECOND - performance.now()));
    const index = count % users.length;
    const account = users[index];
    if (account) pending.push(readMe(url, account, `198.51.100.${index + 1}`));
  }
  const results = await Promise.all(pending);
  return {
    ms: results.filter((result) => typeof result === 'number').toSorted((a, b) => a - b),
    failed: results.filter((result) => typeof result === 'string'),
  };
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const describe = ({ ms, failed }: Reads): string =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)} ms, ` +
  `longest ${percentile(ms, 1).toFixed(1)} ms of ${ms.length}; failed: ${failed.length}` +
  (failed.length > 0 ? ` (${[...new Set(failed)].join(', ')})` : '');

/** The peak memory of the process since its start, in MB. */
function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function runTraffic(orders: Orders, during: () => Promise<void>): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, 'abuse-traffic.ts'));
  const outcome = new Promise<Outcome>((arrived, failed) => {
    child.once('message', (message: Outcome) => arrived(message));
    child.once('exit', (code) => failed(new Error(`the traffic ended with ${code}`)));
  });
  child.send(orders);
  await during();
  child.send('stop');
  const result = await outcome;
  child.kill();
  return result;
}

async function main(dataDir: string): Promise<boolean> {
  const preparing = await startLoadServer(dataDir, { RATE_LIMITS: 'off' });
  const accounts = await prepareThenStop(preparing);
  // The abusers are behind a trusted reverse proxy, so that each has its own address.
  const server = await startLoadServer(dataDir, { TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const { url, pid } = server;
    const quiet = await measure(url, accounts.users, QUIET_SECONDS);
    console.log(`GET /users/@me, quiet:          ${describe(quiet)}`);
    const bytesBefore = server.printedBytes();
    let busy: Reads = { ms: [], failed: ['not measured'] };
    const outcome = await runTraffic({ url, ...accounts }, async () => {
      busy = await measure(url, accounts.users, MEASURED_SECONDS);
    });
    const logMb = (server.printedBytes() - bytesBefore) / 1024 / 1024;
    const logMbPerMinute = (logMb * 60) / MEASURED_SECONDS;
    const memoryMb = peakMb(pid);
    console.log(`GET /users/@me, under abuse: ${describe(busy)}`);
    console.log(`memory of the server at its peak: ${memoryMb.toFixed(0)} MB`);
    console.log(`log: ${logMbPerMinute.toFixed(3)} MB a minute`);
    for (const [name, tally] of Object.entries(outcome)) {
      console.log(`${name}: ${JSON.stringify(tally)}`);
    }
    const unanswered = Object.values(outcome).reduce((sum, tally) => sum + (tally.none ?? 0), 0);
    const missed = [
      ...(percentile(busy.ms, 0.99) <= LIMITS.p99Ms ? [] : ['p99']),
      ...(busy.failed.length === 0 && unanswered === 0 ? [] : ['unanswered requests']),
      ...(memoryMb <= LIMITS.memoryMb ? [] : ['memory']),
      ...(logMbPerMinute <= LIMITS.logMbPerMinute ? [] : ['log']),
    ];
    console.log(missed.length === 0 ? 'all figures hold' : `missed: ${missed.join(', ')}`);
    return missed.length === 0;
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'matinee-load-'));
try {
  process.exitCode = (await main(dataDir)) ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

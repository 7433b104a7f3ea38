// 2,000 users at once on the built server as `npm start` runs it, with its embedded database and every limit at its
// default. Prints a table and ends with 1 when a target is missed. Loopback only, two minutes of load:
// `LOAD_SECONDS=600` runs the ten minutes of the target, and `LOAD_POLLS=on` adds the polls of visible pages. Linux
// only, as it reads /proc. Run by `npm run test:long`.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMs, treeCpuMs } from '../../scripts/bench/support/machine-info.ts';
import { quantile } from '../../scripts/bench/support/statistics.ts';
import { MANY_TITLES } from '../e2e/support/many-titles.ts';
import { ALL_BUT_ARCHIVE } from '../support/built-in-sources.ts';
import { startFake, type FakeResponse } from '../support/fakes/http.ts';
import { startTmdb, TMDB_KEY } from '../support/fakes/tmdb.ts';
import { ensureMedia } from '../support/media.ts';
import { countLost, prepareUsers, type Prepared } from './load-database.ts';
import { startLoadServer, type LoadServer } from './load-server.ts';
import type { Kind, LoadOrders, LoadOutcome } from './load-traffic.ts';
import { heapMb, openFilesOf, residentMb, type OpenFiles } from './process-figures.ts';

const SECONDS = Number(process.env.LOAD_SECONDS ?? 120);
/** The caches have filled by then. */
const WARM_SECONDS = Math.min(120, Math.floor(SECONDS / 2));
const USERS = Number(process.env.LOAD_USERS ?? 2_000);
const IS_POLLING = process.env.LOAD_POLLS === 'on';
const MOVIES = 260;
const LIMITS = { p99Ms: 250, memoryGrowth: 1.15 };
/** Idle connections to other services are closed within a minute. */
const LEAVE_LIMIT_SECONDS = 120;
const ACCOUNT_CALLS: readonly Kind[] = ['progress', 'poll', 'restore'];

interface Outside {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<unknown>;
}

/** A movie database, a list of movies with their playlists, and a source that never responds. */
async function startOutside(): Promise<Outside> {
  const media = await ensureMedia();
  const movies = Array.from({ length: MOVIES }, (_, index) => ({
    tmdbId: index + 1,
    title: `Movie ${index + 1}`,
    rights: 'Public domain',
    streams: [{ url: 'hls/master.m3u8' }],
  }));
  const list = { version: 1, name: 'The shelf', movies };
  const shelf = await startFake(({ url: { pathname } }): FakeResponse => {
    if (pathname === '/list.json') return { body: list };
    const inside = /^\/hls\/((?:360\/|720\/)?[\w-]+\.\w+)$/.exec(pathname)?.[1];
    return inside === undefined ? { status: 404 } : { file: join(media.hls, inside) };
  });
  const silent = await startFake(() => ({ status: 404 }));
  silent.behave({ slowMs: 120_000 });
  const tmdb = await startTmdb({ titles: MANY_TITLES });
  return {
    environment: {
      TMDB_READ_API_KEY: TMDB_KEY,
      TMDB_URL: `${tmdb.url}/3`,
      TMDB_FALLBACK_URL: `${tmdb.url}/3`,
      MANIFEST: `${shelf.url}/list.json`,
      INTERNET_ARCHIVE_URL: silent.url,
      SOURCE_SECONDS: 'internet-archive=30',
      DISABLED_SOURCES: ALL_BUT_ARCHIVE,
      OPERATOR_ALLOWED_HOSTS: [shelf, silent, tmdb].map(({ host }) => host).join(','),
    },
    close: () => Promise.all([shelf, silent, tmdb].map((fake) => fake.close())),
  };
}

interface Traffic {
  readonly outcome: LoadOutcome;
  /** Resident memory, one a second. */
  readonly memoryMb: readonly number[];
  /** After a garbage collection, when the caches had filled and at the end. */
  readonly heapMb: { readonly warm: number; readonly end: number };
  readonly mostFiles: OpenFiles;
  /** Shares of a core. `services`: this process, which is the movie database and the list. */
  readonly cores: Readonly<Record<'server' | 'database' | 'clients' | 'services', number>>;
}

const total = ({ clients, outside, database, others }: OpenFiles): number =>
  clients + outside + database + others;

async function runTraffic(
  orders: LoadOrders,
  server: LoadServer,
  { files, postgresPid }: { files: () => OpenFiles; postgresPid: number },
): Promise<Traffic> {
  const { pid } = server;
  const child = fork(join(import.meta.dirname, 'load-traffic.ts'), { execArgv: [] });
  const outcome = new Promise<LoadOutcome>((arrived, failed) => {
    child.once('message', (message: LoadOutcome) => arrived(message));
    child.once('exit', (code) => failed(new Error(`the clients ended with ${code}`)));
  });
  const spentMs = () => {
    const { user, system } = process.cpuUsage();
    const [database, clients] = [treeCpuMs(postgresPid), cpuMs(child.pid ?? 0)];
    return { server: cpuMs(pid), database, clients, services: (user + system) / 1_000 };
  };
  const memory: number[] = [];
  let mostFiles = files();
  let warmHeap = Number.NaN;
  const from = performance.now();
  const before = spentMs();
  child.send(orders);
  for (let second = 1; second <= SECONDS; second += 1) {
    await pause(Math.max(0, from + second * 1_000 - performance.now()));
    memory.push(residentMb(pid));
    const now = files();
    if (total(now) > total(mostFiles)) mostFiles = now;
    if (second === WARM_SECONDS) warmHeap = await heapMb(await server.inspectorUrl());
  }
  const after = spentMs();
  const share = (name: keyof typeof after) =>
    (after[name] - before[name]) / (performance.now() - from);
  const cores = {
    server: share('server'),
    database: share('database'),
    clients: share('clients'),
    services: share('services'),
  };
  const heap = { warm: warmHeap, end: await heapMb(await server.inspectorUrl()) };
  child.send('stop');
  const result = await outcome;
  child.kill();
  return { outcome: result, memoryMb: memory, heapMb: heap, mostFiles, cores };
}

/** Once all connections are closed, or after the time limit. */
async function filesAfterLeaving(files: () => OpenFiles): Promise<OpenFiles> {
  for (let second = 0; second < LEAVE_LIMIT_SECONDS; second += 1) {
    const { clients, outside } = files();
    if (clients + outside === 0) break;
    await pause(1_000);
  }
  return files();
}

function printResponses(responses: LoadOutcome['responses']): void {
  const line = (kind: string, cells: readonly string[], failed: string): void =>
    console.log(kind.padEnd(12) + cells.map((cell) => cell.padStart(10)).join('') + `  ${failed}`);
  line('kind', ['count', 'p50', 'p95', 'p99', 'longest'], 'failed');
  for (const [kind, { ms, failures }] of Object.entries(responses)) {
    if (kind === 'poll' && !IS_POLLING) continue;
    const times = [0.5, 0.95, 0.99, 1].map((part) => quantile(ms, part).toFixed(1));
    const failed = Object.entries(failures).map(([why, count]) => `${count} x ${why}`);
    line(kind, [String(ms.length), ...times], failed.join(', ') || 'none');
  }
}

const describe = ({ clients, outside, database, others }: OpenFiles): string =>
  `${clients} from clients, ${outside} to services, ${database} to the database, ${others} other files`;

/**
 * The most in the first and in the second half of the time after the caches had filled. Between two collections,
 * resident memory rises and falls by a third, so single moments say nothing.
 */
function peaks(memory: readonly number[]): readonly [number, number] {
  const middle = Math.floor((WARM_SECONDS + SECONDS) / 2);
  return [
    Math.max(...memory.slice(WARM_SECONDS, middle)),
    Math.max(...memory.slice(middle, SECONDS)),
  ];
}

interface Figures extends Traffic {
  readonly filesBefore: OpenFiles;
  readonly filesAfter: OpenFiles;
  readonly lost: number;
  readonly exitCode: number | null;
}

/** Prints everything, and returns the missed targets. */
function report(figures: Figures): readonly string[] {
  const { outcome, memoryMb, heapMb: heap, cores, filesBefore, filesAfter, lost } = figures;
  const { responses, acknowledged, streamBytes, timerDelayMs } = outcome;
  printResponses(responses);
  const p99 = quantile(
    ACCOUNT_CALLS.flatMap((kind) => responses[kind].ms),
    0.99,
  );
  console.log(`account calls: p99 ${p99.toFixed(1)} ms`);
  const { p99: delay, longest } = timerDelayMs;
  console.log(
    `timers of the clients: p99 ${delay.toFixed(1)}, longest ${longest.toFixed(1)} ms late`,
  );
  const mbit = (streamBytes * 8) / 1e6 / SECONDS;
  const { eventStreamsAtTheEnd } = outcome;
  console.log(`relayed: ${mbit.toFixed(1)} Mbit/s; open event streams: ${eventStreamsAtTheEnd}`);
  const [early, late] = peaks(memoryMb);
  console.log(
    `resident memory: at most ${early.toFixed(0)} MB in the first half after ${WARM_SECONDS} s, ${late.toFixed(0)} MB in the ` +
      `second; heap: ${heap.warm.toFixed(1)} MB after ${WARM_SECONDS} s, ${heap.end.toFixed(1)} MB at the end`,
  );
  console.log(`open before: ${describe(filesBefore)}`);
  console.log(`at most:     ${describe(figures.mostFiles)}`);
  console.log(`afterwards:  ${describe(filesAfter)}`);
  console.log(`positions acknowledged: ${acknowledged.length}; of them lost: ${lost}`);
  const shares = Object.entries(cores).map(([name, share]) => `${name} ${share.toFixed(2)}`);
  const machine = loadavg().map((one) => one.toFixed(1));
  console.log(`cores in use: ${shares.join(', ')} of ${cpus().length}; load ${machine.join(', ')}`);
  const failures = Object.values(responses).flatMap((one) => Object.keys(one.failures));
  const met: Readonly<Record<string, boolean>> = {
    'no errors': failures.length === 0,
    p99: p99 <= LIMITS.p99Ms,
    'flat memory':
      late <= early * LIMITS.memoryGrowth && heap.end <= heap.warm * LIMITS.memoryGrowth,
    'no sockets left': filesAfter.clients + filesAfter.outside === 0,
    'no files left': filesAfter.others <= filesBefore.others,
    'nothing lost': lost === 0 && acknowledged.length > 0,
    'clean exit': figures.exitCode === 0,
  };
  return Object.keys(met).filter((name) => met[name] === false);
}

async function measure(
  server: LoadServer,
  { users, postgres }: Prepared,
): Promise<Omit<Figures, 'lost' | 'exitCode'>> {
  const { url, pid } = server;
  const ports = { server: Number(new URL(url).port), database: postgres.port };
  const files = () => openFilesOf(pid, ports);
  // The inspector also opens files.
  await server.inspectorUrl();
  const filesBefore = files();
  const orders = { url, users, movies: MOVIES, seconds: SECONDS, isPolling: IS_POLLING };
  const traffic = await runTraffic(orders, server, { files, postgresPid: postgres.pid });
  return { ...traffic, filesBefore, filesAfter: await filesAfterLeaving(files) };
}

async function main(dataDir: string, { environment }: Outside): Promise<boolean> {
  const secret = randomBytes(32).toString('base64url');
  const server = await startLoadServer(dataDir, {
    CRYPTO_SECRET: secret,
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  try {
    const prepared = await prepareUsers(dataDir, secret, USERS);
    const measured = await measure(server, prepared);
    const exitCode = await server.stop();
    const lost = await countLost(dataDir, measured.outcome.acknowledged);
    const missed = report({ ...measured, exitCode, lost });
    console.log(missed.length === 0 ? 'all targets are met' : `missed: ${missed.join(', ')}`);
    return missed.length === 0;
  } finally {
    await server.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'matinee-load-'));
const outside = await startOutside();
try {
  process.exitCode = (await main(dataDir, outside)) ? 0 : 1;
} finally {
  await outside.close();
  rmSync(dataDir, { recursive: true, force: true });
}

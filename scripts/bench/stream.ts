// The stream relay beside the proxy: the same bodies from the same server, in one process; and how fast playlists are
// rewritten. The machine's speed comes and goes, so they take short turns and neighbouring turns are compared; what the
// compiler makes of a program differs from start to start, so each round starts anew. Prints ratios; asserts nothing.
// Goals: 0.9 of the proxy, 20 MB/s, 100 ms for 10,000 lines. `-- 5` for five rounds, `-- playlists` for those alone.
import { fastify } from 'fastify';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createDestination } from '../../apps/api/src/proxy/destination.ts';
import { createForward } from '../../apps/api/src/proxy/forward.ts';
import { createPageTokens } from '../../apps/api/src/proxy/page-tokens.ts';
import { createHttpClient } from '../../apps/api/src/proxy/http-client.ts';
import { proxyRoutes } from '../../apps/api/src/proxy/proxy-routes.ts';
import { streamRoutes } from '../../apps/api/src/stream-relay/stream-routes.ts';
import { linksFrom } from '../../apps/api/src/stream-relay/link.ts';
import { rewritePlaylist } from '../../apps/api/src/stream-relay/rewrite-playlist.ts';
import { createStreams } from '../../apps/api/src/stream-relay/stream-relay.ts';
import { createTickets } from '../../apps/api/src/stream-relay/stream-token.ts';
import { serveBytes } from './proxy/bytes.ts';
import { cpuSeconds } from './proxy/process.ts';

const SECRET = 'a secret for as long as a benchmark runs';
const KIB = 1024;
const MIB = 1024 * KIB;
const CONNECTIONS = 16;
const TURNS = 3;

async function serveBoth(trusted: string): Promise<void> {
  const upstream = createHttpClient(createDestination({ exempt: [new URL(trusted).host] }));
  const userAgent = 'Benchmark';
  const { relay } = createStreams({
    secret: SECRET,
    admit: async () => undefined,
    upstreams: { own: upstream, named: upstream, public: upstream },
    libraries: [],
    userAgent,
    maxStreams: 1_000,
    mbit: 0,
    now: Date.now,
  });
  const app = fastify();
  const forward = createForward({ upstream, userAgent, now: Date.now });
  await app.register(
    proxyRoutes({
      forward,
      version: '0',
      publicUrl: undefined,
      origins: [],
      pageTokens: createPageTokens({ secret: SECRET, now: Date.now }),
      readCredential: async () => ({ isOurs: false, isSignedIn: false }),
    }),
  );
  await app.register(streamRoutes(relay));
  tell(await app.listen({ host: '127.0.0.1', port: 0 }));
}

const tell = (url: string): void => console.log(url);

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

/** This very file in a process of its own, so that nobody's work is counted as another's. */
async function start(...args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [import.meta.filename, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), child };
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function readThrough(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0;
    get(url, { agent, headers: { 'sec-fetch-site': 'same-origin' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.on('data', (chunk: Buffer) => (size += chunk.length)).on('error', reject);
      answer.on('end', () => resolve(size));
    }).on('error', reject);
  });
}

interface Load {
  readonly name: string;
  readonly bytes: number;
  readonly requests: number;
  readonly atOnce: number;
}

const LOADS: readonly Load[] = [
  { name: '1 GiB, one reader', bytes: KIB * MIB, requests: 1, atOnce: 1 },
  { name: '256 MiB, four readers', bytes: 256 * MIB, requests: 4, atOnce: 4 },
  { name: '2 MiB segments, 16 at once', bytes: 2 * MIB, requests: 400, atOnce: CONNECTIONS },
  { name: '64 KiB segments, 16 at once', bytes: 64 * KIB, requests: 4_000, atOnce: CONNECTIONS },
];

/** MB a second. */
async function measure(url: string, { bytes, requests, atOnce }: Load): Promise<number> {
  let left = requests;
  const from = performance.now();
  const reader = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const size = await readThrough(url);
      if (size !== bytes) throw new Error(`${size} of ${bytes} bytes came`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  return (bytes * requests) / 1_000 / (performance.now() - from);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

interface Measured {
  readonly speed: number;
  readonly seconds: number;
}

type Turn = Readonly<Record<'proxy' | 'stream', Measured>>;

const issue = createTickets({ secret: SECRET, now: Date.now }).newSession();

/** Both sides once, one after the other. */
async function takeTurn(both: Started, url: string, load: Load, isOdd: boolean): Promise<Turn> {
  const timed = async (path: string): Promise<Measured> => {
    const before = cpuSeconds(both.child.pid ?? 0);
    const speed = await measure(both.url + path, load);
    return { speed, seconds: cpuSeconds(both.child.pid ?? 0) - before };
  };
  const throughProxy = `/proxy?destination=${encodeURIComponent(url)}`;
  const throughStream = `/stream/${issue({ url, kind: 'media', headers: {} })}`;
  const early = isOdd ? await timed(throughStream) : undefined;
  const proxy = await timed(throughProxy);
  return { proxy, stream: early ?? (await timed(throughStream)) };
}

async function compareWithProxy(rounds: number): Promise<void> {
  const bytes = await start('bytes');
  const found = LOADS.map((load) => ({ load, turns: new Array<Turn>() }));
  for (let round = 0; round < rounds; round += 1) {
    const both = await start('both', bytes.url);
    for (const { load, turns } of found) {
      const take = (turn: number) =>
        takeTurn(both, `${bytes.url}/${load.bytes}`, load, turn % 2 === 1);
      // What the runtime compiles on first use is not what is measured.
      await take(0);
      for (let turn = 0; turn < TURNS; turn += 1) turns.push(await take(turn));
    }
    both.child.kill();
  }
  bytes.child.kill();
  console.log(
    `Medians of ${rounds} rounds of ${TURNS} turns`.padEnd(31),
    'proxy MB/s  stream MB/s  ratio  ratio of CPU',
  );
  for (const { load, turns } of found) print(load.name, turns);
}

function print(name: string, turns: readonly Turn[]): void {
  const of = (value: (turn: Turn) => number, digits: number, width: number) =>
    median(turns.map(value)).toFixed(digits).padStart(width);
  const cells = [
    of(({ proxy }) => proxy.speed, 0, 10),
    of(({ stream }) => stream.speed, 0, 12),
    of(({ proxy, stream }) => stream.speed / proxy.speed, 2, 6),
    of(({ proxy, stream }) => stream.seconds / proxy.seconds, 2, 13),
  ];
  console.log(name.padEnd(31), cells.join(' '));
}

const PLAYLISTS: Readonly<Record<string, (at: number) => string>> = {
  'short names': (at) => `segment-${at}.ts`,
  'names that tell the time': (at) => `index_1080p_20261122T0353_${1_000_000 + at}.m4s`,
  'signed addresses': (at) =>
    `https://cdn-7.films.test/vod/5f2c9a/720p/segment-${at}.m4s?expires=1893456000&signature=${'a1B2'.repeat(16)}`,
};
const LINES = 10_000;
const PIECE = 64 * KIB;

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

async function measureRewriting(rounds: number): Promise<void> {
  const tickets = createTickets({ secret: SECRET, now: Date.now });
  const url = 'https://cdn-7.films.test/vod/5f2c9a/720p/index.m3u8';
  const ticket = tickets.read(tickets.newSession()({ url, kind: 'playlist', headers: {} }));
  console.log(
    `\nPlaylists of ${LINES} lines`.padEnd(33),
    '      ms  MB/s in  MB/s out  MB/s in of its thread',
  );
  for (const [name, address] of Object.entries(PLAYLISTS)) {
    const lines = Array.from({ length: LINES / 2 }, (_, at) => `#EXTINF:6.006,\n${address(at)}\n`);
    const playlist = Buffer.from(`#EXTM3U\n${lines.join('')}`);
    const times: number[] = [];
    const busy: number[] = [];
    let sent = 0;
    for (let round = -40; round < rounds * 10; round += 1) {
      const from = performance.now();
      const before = process.threadCpuUsage();
      sent = 0;
      const link = linksFrom(ticket, url, tickets.childrenOf(ticket));
      for await (const piece of rewritePlaylist(inPieces(playlist), { link, url })) {
        sent += piece.length;
      }
      const { user, system } = process.threadCpuUsage(before);
      if (round < 0) continue;
      times.push(performance.now() - from);
      busy.push((user + system) / 1_000);
    }
    const ms = median(times);
    const cells = [
      ms.toFixed(1),
      (playlist.length / 1_000 / ms).toFixed(1),
      (sent / 1_000 / ms).toFixed(1),
      // What others take of the processor does not count here.
      (playlist.length / 1_000 / median(busy)).toFixed(1),
    ];
    console.log(name.padEnd(32), cells.map((cell) => cell.padStart(8)).join(' '));
  }
}

const [role = '', trusted = ''] = process.argv.slice(2);
if (role === 'bytes') tell(await serveBytes());
else if (role === 'both') await serveBoth(trusted);
else if (role === 'playlists') await measureRewriting(Number(trusted) || 3);
else {
  const rounds = Number(role) || 3;
  await measureRewriting(rounds);
  console.log('');
  await compareWithProxy(rounds);
}

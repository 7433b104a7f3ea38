// Our proxy, as it stands on a port of its own, against the plainest one that could be written: fetch, and pipe what
// comes. Each in processes of its own, over the same server; prints numbers and ratios, asserts nothing. The machine's
// speed comes and goes, so they take short turns, and what is compared are neighbouring turns: the median of all pairs.
// What the compiler makes of a program differs from start to start, so each round starts both anew and warms them up.
// Goals: 2.2 times the requests a second, 3 times as many for a second of processor time, half the p99; 0.95 of the
// throughput of a large body; 150 MiB with a reader of 20 MB/s, 2 MiB for each further slow one. `-- 5` for five rounds.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, readSlowly } from './proxy/client.ts';
import { cpuSeconds, residentMib, start, type Child } from './proxy/process.ts';

const MIB = 1024 * 1024;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 5;
const TURN_SECONDS = 1;
const TURNS = 8;
const SLOW_READERS = 20;
interface Small {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly p99: number;
}

async function small(proxy: Child, destination: string, seconds: number): Promise<Small> {
  const first = await ask(proxy.url, destination);
  const length = (await firstAnswer(first)).length;
  first.destroy();
  const times: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => ask(proxy.url, destination)),
  );
  const cpu = cpuSeconds(proxy.pid);
  const began = performance.now();
  for (const socket of sockets) {
    let asked = performance.now();
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received < length) return;
      received -= length;
      const now = performance.now();
      times.push(now - asked);
      asked = now;
      socket.emit('again');
    });
  }
  await delay(seconds * 1000);
  const took = (performance.now() - began) / 1000;
  const spent = cpuSeconds(proxy.pid) - cpu;
  for (const socket of sockets) socket.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / took,
    perCpuSecond: times.length / spent,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

async function firstAnswer(socket: Socket): Promise<Buffer> {
  let received = Buffer.alloc(0);
  for (;;) {
    const [chunk]: unknown[] = await once(socket, 'data');
    if (Buffer.isBuffer(chunk)) received = Buffer.concat([received, chunk]);
    if (received.toString('latin1').endsWith('"}')) return received;
  }
}

/** MB a second of a body of 1 GiB. */
async function large(proxy: Child, upstream: string): Promise<number> {
  const size = 1024 * MIB;
  const began = performance.now();
  const socket = await ask(proxy.url, `${upstream}/${size}`);
  let received = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received >= size) resolve();
    });
  });
  socket.destroy();
  return size / 1e3 / (performance.now() - began);
}

async function memory(upstream: Child): Promise<Record<'idle' | 'one' | 'further', number>> {
  const proxy = await start('ours', new URL(upstream.url).host);
  const idle = residentMib(proxy.pid);
  const film = `${upstream.url}/${1024 * MIB}`;
  const readers = [await readSlowly(proxy.url, film, 2e6)];
  let one = 0;
  for (let sample = 0; sample < 40; sample += 1) {
    await delay(100);
    one = Math.max(one, residentMib(proxy.pid));
  }
  for (let more = 0; more < SLOW_READERS; more += 1) {
    readers.push(await readSlowly(proxy.url, film, 1e5));
  }
  await delay(4_000);
  const all = residentMib(proxy.pid);
  for (const reader of readers) reader.destroy();
  proxy.process.kill();
  return { idle, one, further: (all - one) / SLOW_READERS };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Of what was measured in turns: neighbours are one pair. */
function report(what: string, ours: readonly number[], plain: readonly number[]): void {
  const ratio = median(ours.map((value, turn) => value / (plain[turn] ?? Number.NaN)));
  const cells = [median(ours).toFixed(1), median(plain).toFixed(1), `${ratio.toFixed(2)}x`];
  console.log(`  ${what.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}

interface Found {
  readonly ours: Small[];
  readonly plain: Small[];
}

/** Requests of both in turns, the one that begins changing each time; then a large body of each. */
async function round(upstream: Child, requests: Found, bodies: Record<keyof Found, number[]>) {
  const both = {
    ours: await start('ours', new URL(upstream.url).host),
    plain: await start('plain'),
  };
  const json = `${upstream.url}/json`;
  const sides = ['ours', 'plain'] as const;
  // What the runtime compiles on first use is not what is measured.
  for (const side of sides) await small(both[side], json, WARM_UP_SECONDS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      requests[side].push(await small(both[side], json, TURN_SECONDS));
    }
  }
  for (const side of sides) bodies[side].push(await large(both[side], upstream.url));
  for (const side of sides) both[side].process.kill();
}

async function compare(rounds: number): Promise<void> {
  const upstream = await start('upstream');
  const found: Found = { ours: [], plain: [] };
  const bodies = { ours: new Array<number>(), plain: new Array<number>() };
  for (let done = 0; done < rounds; done += 1) await round(upstream, found, bodies);
  console.log(
    `Proxy, ${rounds} rounds of ${TURNS} turns${''.padEnd(25)}ours       plain       ratio`,
  );
  for (const key of ['perSecond', 'perCpuSecond', 'p99'] as const) {
    const of = (side: keyof Found) => found[side].map((result) => result[key]);
    report(`1 KB JSON, ${key}`, of('ours'), of('plain'));
  }
  report('1 GiB, MB/s', bodies.ours, bodies.plain);
  const { idle, one, further } = await memory(upstream);
  console.log(`  resident MiB of nothing to do: ${idle.toFixed(0)}`);
  console.log(`  resident MiB with a reader of 20 MB/s: ${one.toFixed(0)}`);
  console.log(`  resident MiB for each further slow reader: ${further.toFixed(2)}`);
  upstream.process.kill();
}

await compare(Number(process.argv[2] ?? 3));

/** Generates load on keep-alive connections, and measures its cost for the server. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs, treeCpuMs } from './machine-info.ts';
import { median, quantile, verdict } from './statistics.ts';

const CONNECTIONS = 16;

interface ApiRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface ApiResponse {
  readonly status: number;
  readonly body: string;
}

export function createClient(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' });
  const send = ({ method, path, headers, body }: ApiRequest): Promise<ApiResponse> =>
    new Promise((resolve, reject) => {
      const about =
        body === undefined
          ? {}
          : {
              'content-length': Buffer.byteLength(body),
              'content-type': 'application/json',
            };
      const sent = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...about } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof createClient>;

interface Load {
  /** Sends the nth request. Resolves to its status. */
  readonly once: (n: number) => Promise<number>;
  /** Stops after this many requests or this many seconds. */
  readonly count?: number;
  readonly seconds?: number;
}

export interface Cost {
  readonly requests: number;
  /** Milliseconds of processor time per request. */
  readonly server: number;
  readonly postgres: number;
  /** Counts of statuses other than 200. */
  readonly failures: ReadonlyMap<number, number>;
}

interface Target {
  readonly pid: number;
  readonly postgresPid: number;
}

export async function measureCost(target: Target, load: Load): Promise<Cost> {
  const { count = Number.POSITIVE_INFINITY, seconds = 60 } = load;
  const failures = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  const run = async (): Promise<void> => {
    while (begun < count && performance.now() < until) {
      const status = await load.once(begun++);
      if (status !== 200) failures.set(status, (failures.get(status) ?? 0) + 1);
    }
  };
  const before = { server: cpuMs(target.pid), postgres: treeCpuMs(target.postgresPid) };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
  return {
    requests: begun,
    server: (cpuMs(target.pid) - before.server) / begun,
    postgres: (treeCpuMs(target.postgresPid) - before.postgres) / begun,
    failures,
  };
}

export interface Throughput {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Requests one URL repeatedly. Counts bytes on raw sockets, because an HTTP client in Node costs more than a proxy. All
 * responses must have the same length.
 */
export async function measureThroughput(
  { url, pid }: { readonly url: string; readonly pid: number },
  path: string,
  {
    seconds,
    connections = CONNECTIONS,
  }: { readonly seconds: number; readonly connections?: number },
): Promise<Throughput> {
  const { hostname, host, port } = new URL(url);
  const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
  const length = await responseLength(hostname, Number(port), text);
  const times: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      await once(socket, 'connect');
      return socket;
    }),
  );
  const cpu = cpuMs(pid);
  const from = performance.now();
  for (const socket of sockets) {
    let sentAt = performance.now();
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received < length) return;
      received -= length;
      const now = performance.now();
      times.push(now - sentAt);
      sentAt = now;
      socket.write(text);
    });
    socket.write(text);
  }
  await delay(seconds * 1000);
  const took = performance.now() - from;
  const spent = cpuMs(pid) - cpu;
  for (const socket of sockets) socket.destroy();
  return {
    perSecond: (times.length / took) * 1000,
    perCpuSecond: (times.length / spent) * 1000,
    p50Ms: median(times),
    p99Ms: quantile(times, 0.99),
  };
}

async function responseLength(hostname: string, port: number, text: string): Promise<number> {
  const socket = connect(port, hostname);
  socket.write(text);
  let head = '';
  for await (const chunk of socket) {
    head += String(chunk);
    if (head.includes('\r\n\r\n')) break;
  }
  head = head.slice(0, head.indexOf('\r\n\r\n') + 4);
  const body = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(body)) throw new Error(`Received ${head}`);
  return head.length + body;
}

/** Measures two sides in alternating order, because the machine's speed drifts. */
export async function measurePairs<Side, Measured>(
  rounds: number,
  [ours, other]: readonly [Side, Side],
  measure: (side: Side) => Promise<Measured>,
): Promise<readonly (readonly [Measured, Measured])[]> {
  const pairs: (readonly [Measured, Measured])[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const early = round % 2 === 0 ? undefined : await measure(other);
    const pair = [await measure(ours), early ?? (await measure(other))] as const;
    // The first round compiles both sides.
    if (round >= 0) pairs.push(pair);
  }
  return pairs;
}

/** Prints both medians, and compares the median of the pairs' ratios with the goal. */
export function printPairs(
  name: string,
  pairs: readonly (readonly [number, number])[],
  goal?: number,
): void {
  const ratio = median(pairs.map(([ours, other]) => ours / other));
  const cells = [0, 1].map((side) =>
    median(pairs.map((pair) => pair[side] ?? Number.NaN)).toFixed(1),
  );
  const line = [...cells, `${ratio.toFixed(2)}x`].map((cell) => cell.padStart(12)).join('');
  const met = goal === undefined ? '' : `  goal ${goal}x: ${verdict(ratio >= goal)}`;
  console.log(`${name.padEnd(34)}${line}${met}`);
}

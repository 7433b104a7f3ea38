// Load on keep-alive connections, and what it cost.
import { Agent, request } from 'node:http';
import { cpuMs, familyCpuMs, takePeakMb } from './machine.ts';

export const CONNECTIONS = 32;

export interface Ask {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Target {
  readonly url: string;
  readonly pid: number;
  readonly postgresPid: number;
}

export interface Load {
  readonly connections?: number;
  /** Does one thing, the nth; gives the status that it ended with. */
  readonly once: (n: number) => Promise<number>;
  /** Ends after so many, or after so long. */
  readonly count?: number;
  readonly seconds?: number;
}

export interface Cost {
  readonly requests: number;
  /** Milliseconds of processor time each. */
  readonly server: number;
  readonly postgres: number;
  /** The most that was resident meanwhile. */
  readonly peakMb: number;
  /** Statuses other than 200, and how often. */
  readonly failures: ReadonlyMap<number, number>;
}

export function createClient(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' });
  const ask = ({ method, path, headers, body }: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const asked = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...type, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  return { ask, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof createClient>;

/** Runs the load and says what each request cost the server and PostgreSQL. */
export async function measure(target: Target, load: Load): Promise<Cost> {
  const { connections = CONNECTIONS, count = Number.POSITIVE_INFINITY, seconds = 60 } = load;
  const failures = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  const run = async (): Promise<void> => {
    while (begun < count && performance.now() < until) {
      const status = await load.once(begun++);
      if (status !== 200) failures.set(status, (failures.get(status) ?? 0) + 1);
    }
  };
  takePeakMb(target.pid);
  const before = { server: cpuMs(target.pid), postgres: familyCpuMs(target.postgresPid) };
  await Promise.all(Array.from({ length: connections }, run));
  return {
    requests: begun,
    server: (cpuMs(target.pid) - before.server) / begun,
    postgres: (familyCpuMs(target.postgresPid) - before.postgres) / begun,
    peakMb: takePeakMb(target.pid),
    failures,
  };
}

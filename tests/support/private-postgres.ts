// A PostgreSQL for one test, which may be killed, frozen and restarted at the same address.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDatabase, startEmbedded } from '../../apps/api/src/database/embedded/embedded.ts';
import { isAlive } from '../../apps/api/src/database/embedded/postmaster.ts';
import { freePort } from './free-port.ts';

export interface PrivatePostgres {
  /** The address of an empty database, the same after every start. */
  readonly url: string;
  readonly pid: () => number;
  /** The server's log. */
  readonly logFile: string;
  /** Stops all its processes: connections are neither accepted nor refused. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Kills every process, like a power failure. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface PrivatePostgresOptions {
  /** Whether committed rows have to survive `kill`. */
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startPrivatePostgres({
  durable = false,
  settings = {},
}: PrivatePostgresOptions = {}): Promise<PrivatePostgres> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'matinee-postgres-'));
  fs.chmodSync(root, 0o711); // PostgreSQL may have to run as another OS user.
  const launch = (port?: string) =>
    startEmbedded({
      root,
      durable,
      settings: { ...settings, ...(port && { port }) },
      log: () => undefined,
      onLost: () => undefined, // Stopped by this test.
    });
  // After `kill` it listens on the same port again.
  let server = await launch(String(await freePort()));
  const url = await ensureDatabase(server, 'away');
  const { port } = new URL(url);

  const send = (name: NodeJS.Signals, pids: readonly number[]): void => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, name);
  };
  /** The postmaster first: it would start another process after its processes were listed. */
  const freeze = (): readonly number[] => {
    send('SIGSTOP', [server.pid]);
    const children = childrenOf(server.pid);
    send('SIGSTOP', children);
    return children;
  };
  const thaw = (): void => send('SIGCONT', [...childrenOf(server.pid), server.pid]);
  const kill = async (): Promise<void> => {
    const all = [...freeze(), server.pid];
    send('SIGKILL', all);
    while (all.some(isAlive)) await pause(10);
  };
  return {
    url,
    pid: () => server.pid,
    logFile: path.join(root, 'server.log'),
    freeze,
    thaw,
    kill,
    start: async () => {
      server = await launch(port);
    },
    stop: async () => {
      thaw();
      if (isAlive(server.pid)) await server.stop();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

export function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

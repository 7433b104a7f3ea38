// A PgBouncer in transaction mode before a test's PostgreSQL.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** PGBOUNCER_PATH, or `pgbouncer` of the machine. */
const PROGRAM = process.env.PGBOUNCER_PATH ?? 'pgbouncer';

export const hasPgbouncer = spawnSync(PROGRAM, ['--version']).status === 0;

export interface Pgbouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** `database` is the URL of the database itself. Few connections, so that clients share them. */
export async function startPgbouncer(database: string): Promise<Pgbouncer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matinee-pgbouncer-'));
  chmodSync(folder, 0o755);
  const { hostname, port, username, password, pathname } = new URL(database);
  const name = pathname.slice(1);
  const own = await freePort();
  const config = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    path.join(folder, 'users.txt'),
    `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
  );
  writeFileSync(
    config,
    `[databases]
${name} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM, [...(isRoot ? ['-u', 'nobody'] : []), config], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!(await accepts(own))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await pause(20);
  }
  const url = new URL(database);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });

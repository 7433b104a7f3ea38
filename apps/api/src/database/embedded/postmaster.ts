// Reads a data folder's postmaster.pid, and checks that the process is really its server.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '#database/errors.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

const readText = (file: string): string | undefined => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** The lines of postmaster.pid: PID, folder, start time, port, socket folder, address, shared memory, status. */
export function readPostmaster(data: string): Postmaster | undefined {
  const lines = readText(pidFile(data))?.split('\n');
  const pid = Math.abs(Number(lines?.[0]));
  if (!pid) return undefined;
  return { pid, port: Number(lines?.[3]), isReady: lines?.[7]?.trim() === 'ready' };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** A zombie process counts as dead. */
export function isAlive(pid: number): boolean {
  if (!exists(pid)) return false;
  if (process.platform !== 'linux') return true;
  const stat = readText(`/proc/${pid}/stat`);
  return stat !== undefined && !/^\d+ \(.*\) [ZX]/s.test(stat);
}

/** Also checks the process's folder, because PIDs are reused. */
export function isPostmaster(pid: number, data: string, platform = process.platform): boolean {
  if (!isAlive(pid)) return false;
  if (platform !== 'linux') return commandOf(pid).includes(`-D ${data} `);
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data);
  } catch {
    return isPostgresOf(pid, data);
  }
}

/** Returns the command line, which contains the data folder. For systems without /proc. */
function commandOf(pid: number): string {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout ?? '';
}

/**
 * Checks the name and owner of a process. Root in a container may be unable to inspect another user's process further.
 */
function isPostgresOf(pid: number, data: string): boolean {
  const owner = fs.statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
  return (
    owner === fs.statSync(data).uid &&
    /^\d+ \(postgres\) /.test(readText(`/proc/${pid}/stat`) ?? '')
  );
}

/** Returns the server that runs in this folder, ready or not. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const found = readPostmaster(data);
  return found && isPostmaster(found.pid, data) ? found : undefined;
}

/**
 * Replaces the PID of a foreign process. PostgreSQL doesn't start while the file names a live foreign process or an
 * unreaped zombie. It ignores its parent's PID, so that is written instead. The file is never deleted: its
 * shared-memory key stops a new server while an old backend still writes.
 */
export function replaceForeignPid(data: string): boolean {
  const found = readPostmaster(data);
  if (!found || !exists(found.pid)) return false;
  const text = readText(pidFile(data)) ?? '';
  fs.writeFileSync(pidFile(data), text.replace(/^-?\d+/, String(process.pid)));
  return true;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isBackend: boolean;
}

/** Ends the backends of a data folder without a postmaster, and returns their PIDs. Works only on Linux. */
export function terminateOrphans(data: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const here = processesIn(fs.realpathSync(data));
  const pids = new Set(here.map(({ pid }) => pid));
  const orphans = here.filter(({ parent, isBackend }) => isBackend && !pids.has(parent));
  // SIGQUIT makes a backend exit immediately, as after a crash of its server.
  return orphans.map(({ pid }) => pid).filter(quit);
}

function processesIn(folder: string): readonly Process[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || fs.readlinkSync(`/proc/${name}/cwd`) !== folder) return [];
      // The state and the parent's PID follow the name in parentheses.
      const parent = /.*\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      const title = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const isBackend = title.startsWith('postgres: ');
      return [{ pid: Number(name), parent: Number(parent), isBackend }];
    } catch {
      return []; // ended in between, or owned by another user
    }
  });
}

function quit(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT');
  } catch (error) {
    if (hasCode(error, 'ESRCH', 'EPERM')) return false;
    throw error;
  }
}

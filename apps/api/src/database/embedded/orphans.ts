// Backends outlive a killed postmaster until their statement ends, and no new server starts beside them.
import * as fs from 'node:fs';
import { hasCode } from '#database/errors.ts';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isBackend: boolean;
}

/** Ends the backends of a data folder whose postmaster is gone, and returns their pids. Only Linux shows them. */
export function terminateOrphans(data: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const here = processesIn(fs.realpathSync(data));
  const pids = new Set(here.map(({ pid }) => pid));
  const orphans = here.filter(({ parent, isBackend }) => isBackend && !pids.has(parent));
  // A backend takes SIGQUIT for "end at once, the server has crashed".
  return orphans.map(({ pid }) => pid).filter(quit);
}

function processesIn(folder: string): readonly Process[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || fs.readlinkSync(`/proc/${name}/cwd`) !== folder) return [];
      // The state and the parent's id follow the name in brackets.
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

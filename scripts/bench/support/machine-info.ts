/** Reads the kernel's processor times. Linux only. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);

interface Stat {
  readonly parent: number;
  readonly selfMs: number;
  /** Includes only child processes that have ended. */
  readonly childrenMs: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. Only numbers follow it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (...indices: readonly number[]) =>
      indices.reduce((sum, index) => sum + Number(fields[index]), 0) * (1000 / ticksPerSecond);
    return { parent: Number(fields[1]), selfMs: ticks(11, 12), childrenMs: ticks(13, 14) };
  } catch {
    return undefined; // The process has ended.
  }
}

/** Returns the milliseconds of processor time of all threads. */
export const cpuMs = (pid: number): number => readStat(pid)?.selfMs ?? Number.NaN;

/** Returns the processor time of a process and its children, including ended ones. */
export function treeCpuMs(pid: number): number {
  const root = readStat(pid);
  let sum = (root?.selfMs ?? Number.NaN) + (root?.childrenMs ?? Number.NaN);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat?.parent === pid) sum += stat.selfMs;
  }
  return sum;
}

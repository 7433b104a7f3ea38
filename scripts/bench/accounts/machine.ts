// What the kernel has counted of a process. Linux only.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; what follows it is numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (...at: readonly number[]) =>
      at.reduce((sum, index) => sum + Number(fields[index]), 0) * (1000 / ticksPerSecond);
    return { parent: Number(fields[1]), ownMs: ticks(11, 12), endedMs: ticks(13, 14) };
  } catch {
    return undefined; // it has ended
  }
}

/** Milliseconds of processor time, with all threads. */
export const cpuMs = (pid: number): number => readStat(pid)?.ownMs ?? Number.NaN;

/** The same of a process with its children, those that have ended included. */
export function familyCpuMs(pid: number): number {
  const parent = readStat(pid);
  let sum = (parent?.ownMs ?? Number.NaN) + (parent?.endedMs ?? Number.NaN);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat?.parent === pid) sum += stat.ownMs;
  }
  return sum;
}

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The most that was resident since it was last asked. */
export function takePeakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Child {
  readonly url: string;
  readonly pid: number;
  readonly process: ChildProcess;
}

const SERVE = new URL('./serve.ts', import.meta.url);

const OPTIONS = {
  execArgv: process.execArgv,
  env: process.env,
};

export async function start(role: string, trusted = ''): Promise<Child> {
  const child = fork(SERVE, [role, trusted], OPTIONS);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(typeof message === 'string' ? message : ''));
    child.once('exit', (code) => reject(new Error(`The ${role} ended with ${code}`)));
  });
  return { url, pid: child.pid ?? 0, process: child };
}

/** Processor seconds of all its threads so far, to the nanosecond, where ticks would blur a short turn. */
export function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'),
  );
  return spent.reduce((sum, line) => sum + Number(line.split(' ')[0]) / 1e9, 0);
}

export function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

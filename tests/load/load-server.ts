import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { START_FLAGS } from '../support/start-flags.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface LoadServer {
  readonly url: string;
  readonly pid: number;
  readonly printedBytes: () => number;
  /** The address of Node's inspector, which is off until the first call. */
  readonly inspectorUrl: () => Promise<string>;
  /** Returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/**
 * The built server as `npm start` runs it, with its embedded database. Options of this process such as `--cpu-prof` are
 * passed on.
 */
export async function startLoadServer(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<LoadServer> {
  const passedOn = process.argv.slice(2).filter((option) => option.startsWith('--'));
  const child: ChildProcess = spawn(
    process.execPath,
    [...START_FLAGS, '--inspect-port=0', ...passedOn, 'apps/api/dist/main.js'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        ...environment,
      },
    },
  );
  let printed = '';
  let printedBytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => (printedBytes += chunk.length));
  child.stderr?.on('data', (chunk: Buffer) => {
    printedBytes += chunk.length;
    printed = `${printed}${chunk.toString()}`.slice(-10_000);
  });
  const find = (pattern: RegExp): Promise<string> =>
    new Promise((found, failed) => {
      const look = (): void => {
        const text = pattern.exec(printed)?.[1];
        if (text !== undefined) found(text);
      };
      child.stderr?.on('data', look);
      child.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
    });
  const url = await find(/ready at (http:\S+)/);
  let inspectorUrl: Promise<string> | undefined;
  const openInspector = (): Promise<string> => {
    const opened = find(/Debugger listening on (ws:\S+)/);
    child.kill('SIGUSR1');
    return opened;
  };
  const stop = async (): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? 0,
    printedBytes: () => printedBytes,
    inspectorUrl: () => (inspectorUrl ??= openInspector()),
    stop,
  };
}

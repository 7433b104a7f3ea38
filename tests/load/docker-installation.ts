// One Docker installation: a clone of this repository under its own project name, and the load on it.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { register } from '../support/identity.ts';
import { missing, readAll, startWrites, type Account, type Load } from '../support/write-load.ts';

const run = promisify(execFile);
const COMMAND_LIMIT_MS = 20 * 60_000;
/** Shorter pauses also occur on a busy machine. */
const STALL_MS = 500;
const STEADY_MS = 5_000;
const RECOVERY_LIMIT_MS = 120_000;
const WARM_WRITES = 300;

export interface Installation {
  readonly folder: string;
  readonly url: string;
  compose(...args: readonly string[]): Promise<string>;
  /** `docker compose up -d --wait`, in milliseconds. */
  up(): Promise<number>;
  inspect(id: string, format: string): Promise<string>;
  idsOf(service: string): Promise<readonly string[]>;
  /** Not `docker kill`, which counts as a stop by hand, after which the engine starts nothing. */
  kill(id: string): Promise<void>;
  isReady(): Promise<boolean>;
}

export async function command(
  folder: string,
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const options = { cwd: folder, env, timeout: COMMAND_LIMIT_MS, maxBuffer: 2 ** 26 };
  const { stdout } = await run(name, [...args], options);
  return stdout.trim();
}

/** `files`: relative to the folder, or absolute. */
export function installationOf(folder: string, files: readonly string[] = []): Installation {
  const port = process.env.PORT ?? '18090';
  const env = {
    ...process.env,
    COMPOSE_PROJECT_NAME: 'matinee-failures',
    COMPOSE_FILE: ['docker-compose.yml', ...files].join(':'),
    HOST: '127.0.0.1',
    PORT: port,
  };
  const docker = (...args: readonly string[]) => command(folder, 'docker', args, env);
  const compose = (...args: readonly string[]) => docker('compose', ...args);
  const inspect = (id: string, format: string) => docker('inspect', '-f', format, id);
  const url = `http://127.0.0.1:${port}`;
  return {
    folder,
    url,
    compose,
    up: async () => {
      const from = performance.now();
      await compose('up', '-d', '--wait');
      return performance.now() - from;
    },
    inspect,
    idsOf: async (service) => (await compose('ps', '-q', service)).split('\n').filter(Boolean),
    kill: async (id) => {
      const pid = Number(await inspect(id, '{{.State.Pid}}'));
      // 0 would be this script and all it has started.
      if (!(pid > 1)) throw new Error(`${id} does not run`);
      process.kill(pid, 'SIGKILL');
    },
    isReady: async () => (await statusOf(`${url}/readyz`)) === 200,
  };
}

export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

/** Polls until the condition holds. */
export async function within(
  ms: number,
  what: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > ms) throw new Error(`not within ${ms / 1_000} s: ${what}`);
    await pause(10);
  }
  return performance.now() - from;
}

export interface LoadResult {
  /**
   * The time from the failure, or the end of a longer one, to the writes that are acknowledged without a pause again.
   */
  readonly recoveryMs: number;
  readonly kept: number;
  readonly lost: number;
  readonly refused: ReadonlyMap<number, number>;
}

export async function accountOf({ url }: Installation): Promise<Account> {
  const { user, headers } = await register({ url });
  return { userId: user.id, headers: { ...headers, 'content-type': 'application/json' } };
}

/** Breaks the installation while a new account writes, and reads all back once writes are acknowledged again. */
export async function underLoad(
  installation: Installation,
  breakIt: (load: Load) => Promise<unknown>,
): Promise<LoadResult> {
  const account = await accountOf(installation);
  const load = startWrites(installation.url, account, { reconnects: true });
  try {
    await within(60_000, 'writes are acknowledged', () => load.kept.size > WARM_WRITES);
    await breakIt(load);
    const recoveryMs = await recoveryOf(load);
    await load.stop();
    const lost = missing(load, await readAll(installation.url, account)).length;
    return { recoveryMs, kept: load.kept.size, lost, refused: load.refused };
  } finally {
    await load.stop();
  }
}

async function recoveryOf({ kept }: Load): Promise<number> {
  const from = performance.now();
  let { size } = kept;
  let lastAt = from;
  let recoveredAt = from;
  while (performance.now() - recoveredAt < STEADY_MS || performance.now() - lastAt > STALL_MS) {
    await pause(10);
    const now = performance.now();
    if (kept.size > size) {
      if (now - lastAt > STALL_MS) recoveredAt = now;
      [size, lastAt] = [kept.size, now];
    }
    if (now - from > RECOVERY_LIMIT_MS) throw new Error('no write is acknowledged');
  }
  return recoveredAt - from;
}

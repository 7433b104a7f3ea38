// The failures that docker.ts tests. Each runs in the installation of the previous case, or in a new one.
import * as fs from 'node:fs';
import path from 'node:path';
import { fillDisk, mountDisk, unmountDisk } from '../support/small-disk.ts';
import { missing, readAll, startWrites } from '../support/write-load.ts';
import {
  accountOf,
  command,
  installationOf,
  statusOf,
  underLoad,
  within,
  type Installation,
  type LoadResult,
} from './docker-installation.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MEBIBYTE = 2 ** 20;
const MAX_IMAGE_MB = 300;
const DAY_S = 24 * 60 * 60;

export interface Outcome {
  readonly what: string;
  readonly result?: LoadResult | undefined;
  readonly readyMs?: number | undefined;
  readonly note?: string;
  /** Each is a failure. */
  readonly problems: readonly string[];
}

export interface Workplace {
  /** Holds everything that the cases write. */
  readonly folder: string;
  /** The clone of the last commit. */
  readonly clone: string;
}

export type Case = (workplace: Workplace) => Promise<readonly Outcome[]>;

/** Turns off rate limits, which would end the load. */
function overrideOf({ folder }: Workplace, name: string, lines: readonly string[] = []): string {
  const file = path.join(folder, `${name}.yml`);
  const app = ['services:', '  app:', '    environment:', "      RATE_LIMITS: 'off'"];
  fs.writeFileSync(file, [...app, ...lines, ''].join('\n'));
  return file;
}

const open = (workplace: Workplace, files: readonly string[] = []): Installation =>
  installationOf(workplace.clone, [...files, overrideOf(workplace, 'load')]);

const clear = (installation: Installation) =>
  installation.compose('down', '-v', '--remove-orphans');

const lossOf = (result: LoadResult, allowed: readonly number[]): string[] => [
  ...(result.lost > 0 ? [`${result.lost} acknowledged writes were lost`] : []),
  ...[...result.refused.keys()]
    .filter((status) => !allowed.includes(status))
    .map((status) => `a write got ${status}`),
];

const clone = (from: string, to: string, commit = 'HEAD'): Promise<string> =>
  command(ROOT, 'git', ['clone', '--quiet', from, to]).then(() =>
    command(to, 'git', ['checkout', '--quiet', commit]),
  );

/** Nothing is edited, and nothing is left of an earlier start but images. */
const firstUp: Case = async (workplace) => {
  await clone(ROOT, workplace.clone);
  const installation = installationOf(workplace.clone);
  await clear(installation);
  const from = performance.now();
  await installation.compose('build');
  const builtMs = performance.now() - from;
  const readyMs = await installation.up();
  const page = await (await fetch(installation.url)).text();
  const megabytes =
    Number(await command(ROOT, 'docker', ['image', 'inspect', '-f', '{{.Size}}', 'matinee'])) / 1e6;
  return [
    {
      what: 'first start, nothing edited',
      readyMs,
      note: `built in ${(builtMs / 1_000).toFixed(1)} s, image ${Math.round(megabytes)} MB`,
      problems: [
        ...(page.includes('<title>Matinee</title>') ? [] : ['the page is not served']),
        ...(megabytes < MAX_IMAGE_MB ? [] : [`the image has ${megabytes} MB`]),
      ],
    },
  ];
};

/** Upgrades from the first version in the changelog, which is the first one with a number. */
const upgrade: Case = async (workplace) => {
  const [begun = ''] = (
    await command(ROOT, 'git', ['log', '--diff-filter=A', '--format=%H', '--', 'CHANGELOG.md'])
  ).split('\n');
  const oldClone = path.join(workplace.folder, 'old');
  await clone(ROOT, oldClone, begun);
  const load = overrideOf(workplace, 'load');
  const old = installationOf(oldClone, [load]);
  await clear(open(workplace));
  await old.up();
  const account = await accountOf(old);
  const before = startWrites(old.url, account);
  await within(60_000, 'writes before the upgrade', () => before.kept.size > 2_000);
  await before.stop();

  // Only the files change, as with `git pull`: the old server runs while the new image is built.
  await command(oldClone, 'git', ['checkout', '--quiet', await headOf(workplace)]);
  const ready: { upgrade?: Promise<number> } = {};
  const result = await underLoad(old, async ({ refused }) => {
    ready.upgrade = old.up();
    await within(20 * 60_000, 'the old server stops', () => refused.size > 0);
  });
  await ready.upgrade;
  const lost = missing(before, await readAll(old.url, account)).length;
  const backups = await old.compose('exec', '-T', 'app', 'ls', '/data/backups');
  const { version } = await (await fetch(`${old.url}/meta`)).json();
  await clear(old);
  return [
    {
      what: `upgrade from ${begun.slice(0, 8)}, while clients write`,
      result: { ...result, lost: result.lost + lost, kept: result.kept + before.kept.size },
      note: `${version}, ${backups.includes('before-upgrade') ? 'saved before' : 'not saved'}`,
      problems: [
        ...lossOf({ ...result, lost: result.lost + lost }, [0, 502, 503]),
        ...(backups.includes('before-upgrade') ? [] : ['no backup was made before the upgrade']),
      ],
    },
  ];
};

const headOf = ({ clone: folder }: Workplace): Promise<string> =>
  command(folder, 'git', ['rev-parse', 'HEAD']);

const killed =
  (service: 'database' | 'app'): Case =>
  async (workplace) => {
    const installation = open(workplace);
    await installation.up();
    const [id = ''] = await installation.idsOf(service);
    const result = await underLoad(installation, () => installation.kill(id));
    await within(10_000, 'ready', () => installation.isReady());
    return [{ what: `${service} killed under load`, result, problems: lossOf(result, [0, 503]) }];
  };

/** Both volumes are on one small disk, which another program fills. */
const diskFull: Case = async (workplace) => {
  const disk = path.join(workplace.folder, 'disk');
  fs.mkdirSync(disk);
  if (!mountDisk(disk, 400 * MEBIBYTE))
    return [{ what: 'disk full', note: 'no file system can be mounted here', problems: [] }];
  const volume = (name: string, uid: number): string[] => {
    const device = path.join(disk, name);
    fs.mkdirSync(device);
    fs.chownSync(device, uid, uid);
    return [`  ${name}: { driver_opts: { type: none, o: bind, device: '${device}' } }`];
  };
  const override = overrideOf(workplace, 'disk', [
    'volumes:',
    ...volume('database', 999),
    ...volume('data', 1000),
  ]);
  const installation = installationOf(workplace.clone, [override]);
  try {
    await clear(open(workplace));
    await installation.up();
    const problems: string[] = [];
    const result = await underLoad(installation, async ({ refused }) => {
      const filler = fillDisk(disk, MEBIBYTE);
      await within(60_000, 'a write is refused', () => refused.size > 0);
      await within(60_000, '/readyz says so', async () => {
        const response = await fetch(`${installation.url}/readyz`);
        return (await response.text()).includes('disk is full');
      });
      if ((await statusOf(`${installation.url}/meta`)) !== 200)
        problems.push('/meta is not served');
      fs.rmSync(filler);
    });
    return [
      {
        what: 'disk full under load, then freed',
        result,
        problems: [...problems, ...lossOf(result, [503, 507])],
      },
    ];
  } finally {
    await clear(installation);
    unmountDisk(disk);
  }
};

/** `.env` and the folder are read-only. */
const readOnlyConfiguration: Case = async (workplace) => {
  const { clone: folder } = workplace;
  const installation = open(workplace);
  await clear(installation);
  fs.writeFileSync(path.join(folder, '.env'), 'LOG_LEVEL=warn\n', { mode: 0o444 });
  await command(ROOT, 'mount', ['--bind', folder, folder]);
  try {
    await command(ROOT, 'mount', ['-o', 'remount,ro,bind', folder]);
    const firstMs = await installation.up();
    const result = await underLoad(installation, () => installation.compose('restart', 'app'));
    const level = await installation.compose('exec', '-T', 'app', 'printenv', 'LOG_LEVEL');
    return [
      {
        what: 'read-only configuration: start, restart',
        readyMs: firstMs,
        result,
        problems: [
          ...lossOf(result, [0, 503]),
          ...(level === 'warn' ? [] : ['.env does not count']),
        ],
      },
    ];
  } finally {
    await command(ROOT, 'umount', ['-l', folder]);
    fs.rmSync(path.join(folder, '.env'));
  }
};

/** The clocks of the server and of the database jump, or only the server's. */
const clockJumps: Case = async (workplace) => {
  const [library] = fs.globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined) return [{ what: 'clock jumps', problems: ['Install libfaketime.'] }];
  const folder = path.join(workplace.folder, 'clock');
  fs.mkdirSync(folder);
  fs.copyFileSync(library, path.join(folder, 'libfaketime.so.1'));
  const set = (service: string, seconds: number) =>
    fs.writeFileSync(path.join(folder, service), `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const clockOf = (service: string): string[] => [
    `      LD_PRELOAD: /clock/libfaketime.so.1`,
    `      FAKETIME_TIMESTAMP_FILE: /clock/${service}`,
    `      FAKETIME_NO_CACHE: '1'`,
    `      FAKETIME_DONT_FAKE_MONOTONIC: '1'`,
    `    volumes: ['${folder}:/clock:ro']`,
  ];
  const override = overrideOf(workplace, 'clock', [
    ...clockOf('app'),
    '  database:',
    '    environment:',
    ...clockOf('database'),
  ]);
  const installation = installationOf(workplace.clone, [override]);
  for (const service of ['app', 'database']) set(service, 0);
  await clear(installation);
  await installation.up();
  const account = await accountOf(installation);
  const outcomes: Outcome[] = [];
  const jumps: readonly (readonly [string, readonly string[], number])[] = [
    ['both a day ahead', ['app', 'database'], DAY_S],
    ['both back again', ['app', 'database'], 0],
    ['both a day behind', ['app', 'database'], -DAY_S],
    ['both back again', ['app', 'database'], 0],
    ['the server a day ahead', ['app'], DAY_S],
    ['the server back again', ['app'], 0],
  ];
  for (const [what, services, seconds] of jumps) {
    const result = await underLoad(installation, async () => {
      for (const service of services) set(service, seconds);
    });
    const stale = await staleAfter(installation, account.headers, account.userId, seconds);
    outcomes.push({
      what: `clock: ${what}`,
      result,
      // PostgreSQL's time limits follow the clock.
      problems: [...lossOf(result, [503]), ...stale],
    });
  }
  return outcomes;
};

/** Writes the same title at each time. The last acknowledged write must be there. */
async function staleAfter(
  { url }: Installation,
  headers: Readonly<Record<string, string>>,
  userId: string,
  seconds: number,
): Promise<readonly string[]> {
  const watched = 1_000 + Math.floor(Math.random() * 1_000);
  const meta = { type: 'movie', title: 'Nosferatu', year: 1922 };
  const body = JSON.stringify({ meta, duration: 5_640, watched });
  const response = await fetch(`${url}/users/${userId}/progress/rewritten`, {
    method: 'PUT',
    headers,
    body,
  });
  const stored = await response.json();
  return stored.watched === watched ? [] : [`a position is not replaced at ${seconds} s`];
}

/** Three servers behind a load balancer. One of them is killed. */
const replicas =
  (files: readonly string[], name: string): Case =>
  async (workplace) => {
    const installation = open(workplace, files);
    await clear(installation);
    const readyMs = await installation.up();
    const outcomes: Outcome[] = [{ what: `three replicas${name}: start`, readyMs, problems: [] }];
    const ids = await installation.idsOf('app');
    for (const [index, id] of ids.entries()) {
      const result = await underLoad(installation, () => installation.kill(id));
      const from = performance.now();
      await within(
        60_000,
        'the replica is back',
        async () => (await installation.inspect(id, '{{.State.Health.Status}}')) === 'healthy',
      );
      outcomes.push({
        what: `three replicas${name}: number ${index + 1} killed under load`,
        result,
        note: `healthy ${((performance.now() - from) / 1_000).toFixed(1)} s after the load`,
        problems: lossOf(result, [0, 502, 503]),
      });
    }
    await clear(installation);
    return outcomes;
  };

const SCALE = 'docker-compose.scale.yml';

export const CASES: Readonly<Record<string, Case>> = {
  'first-up': firstUp,
  'database-killed': killed('database'),
  'app-killed': killed('app'),
  'disk-full': diskFull,
  'read-only': readOnlyConfiguration,
  clock: clockJumps,
  replicas: replicas([SCALE], ''),
  pooler: replicas([SCALE, 'docker-compose.pooler.yml'], ' and PgBouncer'),
  upgrade,
};

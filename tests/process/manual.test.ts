// Runs the commands of the manual in the order of its pages, in a folder that looks like a fresh clone.
import { execFile, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runningPostmaster } from '../../apps/api/src/database/embedded/postmaster.ts';
import { blocksOf, PAGES } from '../support/manual.ts';
import { dataFolder, until } from '../support/matinee-process.ts';
import { temporaryFolder } from '../support/process.ts';
import { createForeignDatabase } from '../support/source-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Commands that this test leaves out, and what runs them instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'git pull': 'check-docker.sh, in a clone; here is no repository to pull from',
  'sudo systemctl daemon-reload': 'the reader: it takes systemd and root',
  'sudo systemctl enable --now matinee': 'the reader: it takes systemd and root',
  'npm ci': '`npm start` and `npm test`; here it would replace the packages of this run',
  'npm run dev': 'contract/dev-proxy.test.ts runs its server; the command does not end',
  'npm run check': '`npm test`',
  'npm run format': 'the check runs prettier; here it would write into the sources',
  'npm run configure-page': 'the check runs it with --check',
  'npm run third-party': 'the check runs it with --check',
  'npm run build': '`npm test`',
  'npm run test:unit -- match': '`npm test` runs all of them',
  'npm run test:contract -- links': '`npm test` runs all of them',
  'npm run test:e2e -- search': '`npm test` runs all of them',
  'npm test': 'CI',
  'npm run build:extension': 'the journeys of the extension; here it would replace their build',
  'npm run prisma -- migrate dev --name what-changes': 'scripts/prisma-engine/prisma.test.ts',
  'npm install package-name': 'the reader: it changes the packages',
  'node scripts/complete-lock.mjs': 'the reader, after adding a package: it takes the network',
  'npm run release -- 4.10.0 --dry-run': 'scripts/release.test.ts; it takes a clean main branch',
};

const isDocker = (line: string): boolean => line.startsWith('docker ');
const shellBlocks = PAGES.flatMap(blocksOf).filter(({ language }) => language === 'sh');
/** `scripts/check-docker.sh` runs whole blocks that use Docker. */
const dockerBlocks = shellBlocks.filter(({ lines }) => lines.some(isDocker));
const commands = shellBlocks
  .filter((block) => !dockerBlocks.includes(block))
  .flatMap(({ lines }) => lines);

/** A command of the manual writes here. */
const WRITTEN = 'apps/web/src/i18n/states';
const NOT_CLONED = new Set(['data', 'test-results', '.env', '.git', 'package.json']);

/** Copies this tree without the files that an installation adds. Its start installs and builds nothing. */
function makeClone(): string {
  const clone = temporaryFolder();
  linkInto(clone, '');
  const manifest = fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  expect(manifest).toContain('"node scripts/start.mjs && exec node ');
  fs.writeFileSync(
    path.join(clone, 'package.json'),
    manifest.replaceAll('node scripts/start.mjs && ', ''),
  );
  return clone;
}

function linkInto(clone: string, folder: string): void {
  for (const entry of fs.readdirSync(path.join(ROOT, folder))) {
    const name = path.posix.join(folder, entry);
    const [from, to] = [path.join(ROOT, name), path.join(clone, name)];
    if (NOT_CLONED.has(name)) continue;
    if (name === WRITTEN) {
      fs.cpSync(from, to, { recursive: true });
    } else if (WRITTEN.startsWith(`${name}/`)) {
      fs.mkdirSync(to);
      linkInto(clone, name);
    } else {
      fs.symlinkSync(from, to);
    }
  }
}

interface Reader {
  readonly run: (command: string) => Promise<string>;
  /** Like Ctrl+C in the terminal of the server, if one runs. */
  readonly stop: () => Promise<void>;
}

/** Follows the manual in a folder. Texts in `given` replace texts of the manual. */
function startReader(clone: string, given: Readonly<Record<string, string>>): Reader {
  const env = {
    PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    HOME: clone,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_TOKEN: 'a token of the reader',
    // Prevents requests about newer versions.
    npm_config_update_notifier: 'false',
  };
  let url = '';
  let stop = async (): Promise<void> => undefined;

  async function serve(): Promise<string> {
    await stop();
    const child = spawn('npm', ['start'], { cwd: clone, env, detached: true });
    let printed = '';
    let isOver = false;
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('close', () => (isOver = true));
    const signal = (name: NodeJS.Signals): void => {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, name);
    };
    onTestFinished(() => signal('SIGKILL'));
    stop = async () => {
      signal('SIGINT');
      await until(() => isOver);
    };
    await until(() => isOver || printed.includes('ready at http'));
    url = /ready at (http:\S+)/.exec(printed)?.[1] ?? '';
    if (isOver || url === '') throw new Error(`npm start ended: ${printed}`);
    return printed;
  }

  return {
    stop: () => stop(),
    run: async (command) => {
      if (command === 'npm start') return serve();
      if (command.startsWith('npm run restore')) await stop();
      let text = command.replaceAll('http://localhost:8080', url);
      for (const [theirs, ours] of Object.entries(given)) text = text.replaceAll(theirs, ours);
      const shell = ['-euo', 'pipefail', '-c', text];
      const { stdout } = await promisify(execFile)('bash', shell, { cwd: clone, env });
      return stdout;
    },
  };
}

/** Left to `npm run test:long`: it takes a minute and a half, and `npm test` runs what most of the commands start. */
const isLong = process.env.LONG_TESTS !== undefined;

test.skipIf(!isLong)(
  'every command of the manual works, in the order of the pages',
  async () => {
    const clone = makeClone();
    onTestFinished(() => {
      const server = runningPostmaster(dataFolder(path.join(clone, 'data')));
      if (server) process.kill(server.pid, 'SIGQUIT');
    });
    const old = await createForeignDatabase('original', {
      users: 3,
      sessions: 1,
      bookmarks: 2,
      movies: 1,
      episodes: 1,
    });
    onTestFinished(() => old.drop());
    fs.mkdirSync(path.join(clone, 'movies'), { mode: 0o700 });
    const reader = startReader(clone, {
      '/srv/movies': path.join(clone, 'movies'),
      'postgresql://user:password@host:5432/name': old.url,
    });
    const printed = new Map<string, string>();
    const secret = path.join(clone, 'data/secrets/crypto-secret');
    let secretBefore = '';

    for (const command of commands) {
      if (command in ELSEWHERE) continue;
      if (command.startsWith('npm run backup -- --to'))
        secretBefore = fs.readFileSync(secret, 'utf8');
      if (command.startsWith('npm run restore')) {
        // The backup must restore the invitation and the secret that are removed here.
        const [code = ''] =
          /[\dA-Z-]{19}/.exec(printed.get('npm run invite -- --list') ?? '') ?? [];
        await reader.run(`npm run invite -- --revoke ${code}`);
        expect(await reader.run('npm run invite -- --list')).not.toContain(code);
        fs.rmSync(secret);
      }
      printed.set(command, await reader.run(command));
    }

    expect(printed.get('npm run invite -- --uses 5 --days 7')).toMatch(/register\?invite=/);
    expect(await reader.run('npm run invite -- --list')).toContain('5 left');
    expect(fs.readFileSync(secret, 'utf8')).toBe(secretBefore);
    const metrics = [...printed].find(([command]) => command.includes('/metrics'))?.[1];
    expect(metrics).toContain('mw_media_watch_count');
    const imported = [...printed].filter(([command]) => command.includes('import:database'));
    expect(imported.map(([, text]) => /^users +3 /m.test(text))).toEqual([true, true]);
    expect(fs.statSync(path.join(clone, 'movies')).mode & 0o005).toBe(0o005);
    await reader.stop();
  },
  300_000,
);

test('what this test leaves out is still in the manual', () => {
  for (const command of Object.keys(ELSEWHERE)) expect(commands).toContain(command);
});

test('check-docker.sh runs the blocks that use Docker', () => {
  const script = fs.readFileSync(path.join(ROOT, 'scripts/check-docker.sh'), 'utf8');
  const [, listed = ''] = /^MANUAL='(.*)'$/m.exec(script) ?? [];
  expect(listed.split(' ')).toEqual([...new Set(dockerBlocks.map(({ page }) => page))]);
});

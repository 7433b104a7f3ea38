// `npm run backup` and `npm run restore`.
import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig, readEnvironment, type Config } from '#config/config.ts';
import { reason } from '#database/errors.ts';
import { openServer } from '#database/open-server.ts';
import { BackupError } from './archive.ts';
import type { BackupFile } from './backup-folder.ts';
import { configuredBackups } from './backups.ts';

const USAGE = `Backs up Matinee's database and secrets, and restores them.

  npm run backup -- [--to FILE]       makes a backup, and checks that it can be restored
  npm run backup -- --list            lists the backups
  npm run restore -- FILE [--yes]     replaces all data with that of a backup

  --to   also copies the backup to a file. - is standard output.
  --yes  doesn't ask for confirmation. Needed if FILE is -, which is standard input.

Matinee can run during a backup. Stop it before you restore. What a restore replaces is backed up first.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const report = (message: string): void => void process.stderr.write(`${message}\n`);

type Command =
  | { readonly is: 'help' | 'list' }
  | { readonly is: 'create'; readonly to: string | undefined }
  | { readonly is: 'restore'; readonly file: string; readonly isConfirmed: boolean };

function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args);
  const [verb, file, ...more] = positionals;
  if (values.help) return { is: 'help' };
  if (verb === undefined) return values.list ? { is: 'list' } : { is: 'create', to: values.to };
  if (verb === 'restore' && file !== undefined && more.length === 0) {
    return { is: 'restore', file, isConfirmed: values.yes ?? false };
  }
  throw new BackupError('Name the file to restore: npm run restore -- FILE. See --help.');
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        list: { type: 'boolean' },
        to: { type: 'string' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new BackupError(`${reason(cause)} See --help.`, { cause });
  }
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.is === 'help') return print(USAGE);
  const { environment, errors } = readEnvironment();
  const config = parseConfig(environment, errors);
  switch (command.is) {
    case 'list':
      return await list(config);
    case 'create':
      return await create(config, command.to);
    case 'restore':
      if (!command.isConfirmed && !(await confirm(command.file))) return;
      return await restore(config, command.file);
  }
}

async function list(config: Config): Promise<void> {
  const files = await configuredBackups(config).list();
  print(files.map(describeBackup).join('\n') || 'No backups.');
}

function describeBackup({ file, bytes }: BackupFile): string {
  const size =
    bytes < MEBIBYTE ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / MEBIBYTE)} MiB`;
  return `${size.padStart(9)}  ${file}`;
}

const MEBIBYTE = 1024 * 1024;

const create = (config: Config, to: string | undefined): Promise<void> =>
  withServer(config, async (url) => {
    const { file, manifest } = await configuredBackups(config).create(url, 'manual');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Backed up ${rows} rows, and restored them to a scratch schema to check.`);
    if (to === '-') return await pipeline(createReadStream(file), process.stdout);
    if (to !== undefined) await copyFile(file, to);
    print(to ?? file);
  });

const restore = (config: Config, file: string): Promise<void> =>
  withServer(config, async (url) => {
    const backups = configuredBackups(config);
    const { manifest, previous } = await (file === '-'
      ? backups.restoreStream(url, process.stdin)
      : backups.restore(url, file));
    if (previous !== undefined) report(`The data that was replaced is in ${previous}.`);
    report(`Restored the backup of ${manifest.createdAt}. Start Matinee now.`);
  });

async function withServer(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const server = await openServer({
    databaseUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log: report,
    signal: new AbortController().signal,
  });
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
}

async function confirm(file: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new BackupError('Add --yes to confirm that all data is replaced.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `This replaces all accounts and their data by those of ${file}. Type "restore" to continue: `,
    );
    if (answer.trim() === 'restore') return true;
    report('Nothing was changed.');
    return false;
  } finally {
    terminal.close();
  }
}

main().catch((error: unknown) => {
  const isExpected = error instanceof BackupError || error instanceof ConfigError;
  report(isExpected ? reason(error) : `Failed: ${reason(error)}`);
  process.exitCode = 1;
});

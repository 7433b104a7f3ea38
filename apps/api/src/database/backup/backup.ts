// `npm run backup` and `npm run restore`.
import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig, readEnvironment, type Config } from '#config/config.ts';
import { MIGRATIONS } from '#config/paths.ts';
import { reason } from '#database/errors.ts';
import { migrate } from '#database/migrate.ts';
import { openServer } from '#database/open-server.ts';
import { ensureDir } from '#lib/ensure-dir.ts';
import { BackupError } from './archive.ts';
import type { BackupFile, BackupKind } from './backup-folder.ts';
import { configuredBackups, type Backups } from './backups.ts';

const USAGE = `Backs up Matinee's database and secrets, and restores them.

  npm run backup -- [--to FILE]       makes a backup, and checks that it can be restored
  npm run backup -- --nightly         the same, and deletes the oldest nightly ones (BACKUP_KEEP)
  npm run backup -- --list            lists the backups
  npm run backup -- upgrade           makes a backup if this version has migrations for the database, and applies them
  npm run restore -- FILE [--yes]     replaces all data with that of a backup
  npm run restore -- s3 [--yes]       the same, with the newest one in the bucket; s3:NAME is another one

  --to   also copies the backup to a file. - is standard output.
  --yes  doesn't ask for confirmation. Needed if FILE is -, which is standard input.

Matinee can run during a backup. Stop it before you restore. What a restore replaces is backed up first.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const report = (message: string): void => void process.stderr.write(`${message}\n`);

type Command =
  | { readonly is: 'help' | 'list' | 'upgrade' }
  | { readonly is: 'create'; readonly to: string | undefined; readonly kind: BackupKind }
  | { readonly is: 'restore'; readonly file: string; readonly isConfirmed: boolean };

function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args);
  const [verb, file, ...more] = positionals;
  if (values.help) return { is: 'help' };
  if (verb === undefined) {
    if (values.list) return { is: 'list' };
    return { is: 'create', to: values.to, kind: values.nightly ? 'nightly' : 'manual' };
  }
  if (verb === 'upgrade' && file === undefined) return { is: 'upgrade' };
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
        nightly: { type: 'boolean' },
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
      return await create(config, command);
    case 'upgrade':
      return await upgrade(config);
    case 'restore':
      if (!command.isConfirmed && !(await confirm(command.file))) return;
      return await restore(config, command.file);
  }
}

async function list(config: Config): Promise<void> {
  const backups = configuredBackups(config);
  const copies = (await backups.remote?.list()) ?? [];
  const files = [
    ...(await backups.list()),
    ...copies.map(({ name, bytes }) => ({ file: `${S3}:${name}`, bytes })),
  ];
  print(files.map(describeBackup).join('\n') || 'No backups.');
}

function describeBackup({ file, bytes }: Pick<BackupFile, 'file' | 'bytes'>): string {
  const size =
    bytes < MEBIBYTE ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / MEBIBYTE)} MiB`;
  return `${size.padStart(9)}  ${file}`;
}

const MEBIBYTE = 1024 * 1024;

const create = (config: Config, { to, kind }: Extract<Command, { is: 'create' }>): Promise<void> =>
  withServer(config, async (url) => {
    const backups = configuredBackups(config);
    const { file, manifest } = await backups.create(url, kind);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Backed up ${rows} rows, and restored them to a scratch schema to check.`);
    if (backups.remote) {
      await backups.remote.upload();
      report(`Uploaded it to ${backups.remote.address}.`);
    }
    if (to === '-') return await pipeline(createReadStream(file), process.stdout);
    if (to !== undefined) await copyFile(file, to);
    print(to ?? file);
  });

const restore = (config: Config, file: string): Promise<void> =>
  withServer(config, async (url) => {
    const backups = configuredBackups(config);
    const { manifest, previous } = await (file === '-'
      ? backups.restoreStream(url, process.stdin, report)
      : backups.restore(url, await fetchBackup(backups, file), report));
    if (previous !== undefined) report(`The data that was replaced is in ${previous}.`);
    report(`Restored the backup of ${manifest.createdAt}. Start Matinee now.`);
  });

/** Applies migrations like a starting server, while older servers still run. */
const upgrade = (config: Config): Promise<void> =>
  withServer(config, async (url) => {
    const { restorePoint } = configuredBackups(config);
    const applied = await migrate({ url, migrations: MIGRATIONS, log: report, restorePoint });
    report(applied.length > 0 ? `applied migrations: ${applied.join(', ')}` : 'nothing to migrate');
  });

const S3 = 's3';

/** Downloads a backup named `s3` or `s3:NAME`. Other names are files. */
async function fetchBackup({ folder, remote }: Backups, given: string): Promise<string> {
  const [scheme, wanted] = given.split(':', 2);
  if (scheme !== S3) return given;
  if (!remote) throw new BackupError('Set BACKUP_S3_ENDPOINT to restore from a bucket.');
  const found = (await remote.list()).find(({ name }) => wanted === undefined || name === wanted);
  if (!found) throw new BackupError(`There is no such backup in ${remote.address}.`);
  const file = path.join(folder, found.name);
  ensureDir(folder, 0o700);
  report(`Downloading ${found.name}.`);
  await remote.download(found.name, file);
  return file;
}

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

// `npm run import:database`: copies accounts from the database of another movie-web server.
import { ConfigError, parseConfig, readEnvironment } from '#config/config.ts';
import { readCommand, IMPORT_USAGE, type Command } from './command.ts';
import { formatJson, formatText, ImportError, type DatabaseImportResult } from './report.ts';
import { runImport } from './run.ts';
import { openSource } from './source-database.ts';
import { openTarget, type TargetDatabase } from './target-database.ts';
import { configuredRestorePoint } from '#database/backup/backups.ts';
import { reason } from '#database/errors.ts';
import { MIGRATIONS } from '#config/paths.ts';

const STOPPED = 130;

const report = (message: string): void => void process.stderr.write(`${message}\n`);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (!command) {
    process.stdout.write(IMPORT_USAGE);
    return 0;
  }
  const stopping = new AbortController();
  // Ctrl-C arrives twice, from the terminal and from npm. The second signal must not interrupt the current page.
  const stop = (): void => {
    if (!stopping.signal.aborted) report('stopping after this page …');
    stopping.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const outcome = await run(command, stopping.signal);
  process.stdout.write(command.isJson ? formatJson(outcome) : formatText(outcome));
  return outcome.isComplete ? 0 : STOPPED;
}

async function run(command: Command, signal: AbortSignal): Promise<DatabaseImportResult> {
  const { isDryRun } = command;
  const source = await openSource(command.source);
  let target: TargetDatabase | undefined;
  try {
    target = await openConfiguredTarget(command, signal);
    return await runImport({ source, target, isDryRun, now: Date.now(), signal, progress: report });
  } finally {
    await source.close();
    await target?.close();
  }
}

/**
 * Opens the target. A dry run starts no database server. It opens a configured one only to check that it isn't the
 * source.
 */
async function openConfiguredTarget(
  { isDryRun }: Command,
  signal: AbortSignal,
): Promise<TargetDatabase | undefined> {
  const { environment, errors } = readEnvironment();
  const config = parseConfig(environment, errors);
  if (isDryRun && config.DATABASE_URL === undefined) return undefined;
  return openTarget({
    databaseUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    restorePoint: configuredRestorePoint(config),
    log: report,
    signal,
  });
}

function describeError(error: unknown): string {
  if (error instanceof ImportError || error instanceof ConfigError) return error.message;
  if (error instanceof Error && error.name === 'AbortError')
    return 'Stopped before anything was imported.';
  return `The import failed: ${reason(error)}. Imported rows stay. Run the same command again to continue.`;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    report(describeError(error));
    process.exitCode = 1;
  },
);

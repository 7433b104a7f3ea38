// `npm run import:database`: brings an existing database of this product family along.
import { adopt, type Outcome } from './adoption/adopt.ts';
import { readCommand, USAGE, type Command } from './adoption/command.ts';
import { Refusal } from './adoption/refusal.ts';
import { asJson, asText } from './adoption/report.ts';
import { openSource } from './adoption/source.ts';
import { openTarget, type Target } from './adoption/target.ts';
import { ConfigError, parseConfig, readEnvironment } from './config.ts';
import { reason } from './db/failure.ts';
import { MIGRATIONS } from './places.ts';

const STOPPED = 130;

const say = (message: string): void => void process.stderr.write(`${message}\n`);

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (!command) {
    process.stdout.write(USAGE);
    return 0;
  }
  const stopping = new AbortController();
  // Arrives twice from a terminal, once by way of npm: the second must not cut the page short.
  const stop = (): void => {
    if (!stopping.signal.aborted) say('stopping after this page …');
    stopping.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const outcome = await run(command, stopping.signal);
  process.stdout.write(command.isJson ? asJson(outcome) : asText(outcome));
  return outcome.isComplete ? 0 : STOPPED;
}

async function run(command: Command, signal: AbortSignal): Promise<Outcome> {
  const { isDryRun } = command;
  const source = await openSource(command.source);
  let target: Target | undefined;
  try {
    target = await targetOf(command, signal);
    return await adopt({ source, target, isDryRun, now: Date.now(), signal, progress: say });
  } finally {
    await source.close();
    await target?.close();
  }
}

/** A dry run starts no server: it looks at a database that is there only to see that it is not the source. */
async function targetOf({ isDryRun }: Command, signal: AbortSignal): Promise<Target | undefined> {
  const { environment, faults } = readEnvironment();
  const config = parseConfig(environment, faults);
  if (isDryRun && config.DATABASE_URL === undefined) return undefined;
  return openTarget({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    log: say,
    signal,
  });
}

function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof ConfigError) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'Stopped before it began.';
  return `The import failed: ${reason(error)}. What was copied stays; run the same again to go on from there.`;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say(explain(error));
    process.exitCode = 1;
  },
);

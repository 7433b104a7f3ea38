import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { checkConfig, parseConfig, readEnvironment } from '#config/config.ts';
import { optionOrigins } from '#config/describe-options.ts';
import { restoreFile } from '#database/backup/restore-file.ts';
import { createRestores } from '#diagnostics/backups/restores.ts';
import { createContainer } from './container.ts';
import { createLog } from '#http/log.ts';
import { createErrorLog } from '#metrics/error-log.ts';
import { buildProxyApp } from '#app.ts';
import { invitationUrl, publicAddress } from '#config/public-address.ts';
import { REVISION } from '#config/paths.ts';
import { describeStartupError } from '#config/startup-error.ts';

/** Requests are aborted at once. The embedded database may need 15 s to stop, on a slow disk or during recovery. */
const STOP_WITHIN_MS = 20_000;
const CHECK = '--check=';
const { version } = manifest;

/** config → container → app → listen → close on signal. */
async function main(): Promise<void> {
  const composeFile = checkedFile(process.argv);
  const { environment, file, errors, warnings } = readEnvironment(composeFile);
  if (composeFile !== undefined) {
    process.stderr.write(warnings.map((warning) => `${warning}\n`).join(''));
    return checkConfig(environment, errors);
  }
  const config = parseConfig(environment, errors);
  const errorLog = createErrorLog(Date.now);
  const log = createLog(config.LOG_LEVEL, { onProblem: errorLog.addLine });
  for (const warning of warnings) log.warn(warning);
  const revision = readRevision();
  log.info({ version, revision }, 'starting');
  const stopping = new AbortController();
  let close = async (): Promise<void> => undefined;

  const stop = (): void => {
    // Ctrl-C arrives twice, from the terminal and from npm. The second signal must not interrupt the shutdown.
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => {
      log.error(`shutdown timed out after ${STOP_WITHIN_MS / 1000} s`);
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => stop());
  process.on('SIGTERM', () => stop());

  let port = config.PORT;
  const start = async (): Promise<void> => {
    const starting = createContainer({
      config,
      optionOrigins: optionOrigins(environment, file),
      restores,
      log,
      errorLog,
      revision,
      signal: stopping.signal,
    });
    // An abort during the start waits until the database is up, and stops it cleanly. An aborted start has nothing to
    // close.
    close = () =>
      starting.then(
        (container) => container.close(),
        () => undefined,
      );
    try {
      const container = await starting;
      const app = await buildApp(container);
      if (stopping.signal.aborted) return;
      const proxyPort = config.PROXY === 'on' ? config.PROXY_PORT : undefined;
      const proxy = proxyPort === undefined ? undefined : await buildProxyApp(container);
      close = async () => {
        await Promise.all([app.close(), proxy?.close()]);
        await container.close();
      };
      const ownerCode = await container.services.invitations.ownerCode();
      const listening = await app.listen({ host: config.HOST, port });
      // Keep the port, because pages reconnect after a restore.
      port = Number(new URL(listening).port) || port;
      if (proxyPort !== undefined) await proxy?.listen({ host: config.HOST, port: proxyPort });
      announce(publicAddress(config, new URL(listening).port), ownerCode);
    } catch (error) {
      if (stopping.signal.aborted) return;
      await close().catch(() => undefined);
      throw error;
    }
  };
  const restores = createRestores(async (restore) => {
    log.info('stopping to restore a backup');
    await close();
    try {
      await restoreFile(config, restore, { log, signal: stopping.signal });
    } catch (error) {
      log.error({ err: error }, 'the restore failed');
      throw error;
    } finally {
      await start().catch(fail);
    }
  });
  await start();
}

/** Returns the file of `--check=.env`, which only checks the configuration that Docker Compose has read from it. */
function checkedFile(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.startsWith(CHECK))?.slice(CHECK.length);
}

function readRevision(): string | undefined {
  try {
    return readFileSync(REVISION, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Prints the address and the invitation for the operator as plain text, because the log is for machines. */
function announce(address: string, ownerCode: string | undefined): void {
  process.stderr.write(`\n  Matinee is ready at ${address}\n\n`);
  if (ownerCode === undefined) return;
  process.stderr.write(
    `  There is no account yet. Create the owner's account with this link, which works once:\n  ${invitationUrl(address, ownerCode)}\n\n`,
  );
}

function fail(error: unknown): void {
  process.stderr.write(`${describeStartupError(error)}\n`);
  process.exit(1);
}

main().catch(fail);

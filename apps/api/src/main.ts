import { buildApp } from './app.ts';
import { parseConfig, readEnvironment, type Config } from './config.ts';
import { createDeps } from './deps.ts';
import { createLog } from './log.ts';
import { explain } from './start-failure.ts';

const STOP_WITHIN_MS = 5_000;

/** config → deps → app → listen → close on signal. */
async function main(): Promise<void> {
  const config = parseConfig(readEnvironment());
  const log = createLog(config.LOG_LEVEL);
  const stopping = new AbortController();
  let close = async (): Promise<void> => undefined;

  const stop = (code: number): void => {
    // Ctrl-C arrives twice, from the terminal and from npm; the second must not cut the first short.
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref();
    close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));

  const deps = await createDeps({
    config,
    log,
    signal: stopping.signal,
    onLost: (how) => {
      log.fatal(how);
      stop(1);
    },
  });
  close = deps.close;
  try {
    const app = await buildApp(deps);
    close = async () => {
      await app.close();
      await deps.close();
    };
    const listening = await app.listen({ host: config.HOST, port: config.PORT });
    announce(config, new URL(listening).port);
  } catch (error) {
    await close();
    throw error;
  }
}

function announce(config: Config, port: string): void {
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST;
  const address = config.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  process.stderr.write(`\n  Matinee is ready at ${address}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

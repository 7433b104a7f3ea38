import { buildApp } from '../../apps/api/src/app.ts';
import { parseConfig } from '../../apps/api/src/config/config.ts';
import { optionOrigins } from '../../apps/api/src/config/describe-options.ts';
import type { Restores } from '../../apps/api/src/diagnostics/backups/restores.ts';
import { createContainer, type Container } from '../../apps/api/src/container.ts';
import { createLog } from '../../apps/api/src/http/log.ts';
import { createErrorLog } from '../../apps/api/src/metrics/error-log.ts';
import type { FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './database.ts';
import { recordUndocumentedResponses } from './undocumented-responses.ts';

export interface TestApp {
  /** Without a trailing slash. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly deps: Container;
  /** The log at `LOG_LEVEL`, a JSON line each. */
  readonly log: readonly string[];
  /** Cuts the database off while the server runs. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Runs restores. Unset for a server that cannot restart itself. */
  readonly restores?: Restores;
  /** A built client to serve; by default the real one, if it exists. */
  readonly webDist?: string;
  /** The commit that was built; unknown by default. */
  readonly revision?: string;
  /** Extra routes, to test how the server handles them. */
  readonly withRoutes?: (app: FastifyInstance) => void;
}

/**
 * The real server, with its own port and database. Closing it fails if it has sent a response that its document lacks.
 * `environment` is an operator's. Fakes of outside services are trusted if they are configured, or if
 * `OPERATOR_ALLOWED_HOSTS` lists them.
 */
export async function startTestApp(
  environment: Readonly<Record<string, string>> = {},
  { withRoutes, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const [database, dataDir] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'matinee-test-')),
  ]);
  const log: string[] = [];
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    BACKUPS: 'off',
    // Most tests have files that they don't look at.
    THUMBNAILS_MAX_MIB: '0',
    // The server listens on loopback; operator sources then need no account.
    HOST: '127.0.0.1',
    // Most tests send more requests than a user would.
    RATE_LIMITS: 'off',
    ...environment,
  });
  const errorLog = createErrorLog(Date.now);
  const stream = { write: (line: string) => void log.push(line) };
  const deps = await createContainer({
    config,
    optionOrigins: optionOrigins(environment),
    errorLog,
    log: createLog(config.LOG_LEVEL, { stream, onProblem: errorLog.addLine }),
    ...options,
  });
  const app = await buildApp(deps);
  withRoutes?.(app);
  const undocumented = await recordUndocumentedResponses(app.server);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  let lost: Promise<void> | undefined;
  const loseDatabase = (): Promise<void> => (lost ??= database.drop());
  return {
    url,
    app,
    deps,
    log,
    loseDatabase,
    close: async () => {
      await app.close();
      await deps.close();
      await loseDatabase();
      await rm(dataDir, { recursive: true });
      if (undocumented().length > 0) {
        throw new Error(`/openapi.json does not tell of ${undocumented().join(', ')}`);
      }
    },
  };
}

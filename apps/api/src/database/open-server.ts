// Opens the database server for commands, which may run at the same time as the Matinee server.
import path from 'node:path';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { ensureOwnedDatabase } from '#database/embedded/database-owner.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface OpenServerOptions {
  /** Undefined: the embedded server in `dataDir`, started or joined. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Returns the URL of the database. Doesn't change its tables. */
export async function openServer({ databaseUrl, dataDir, log, signal }: OpenServerOptions) {
  if (databaseUrl) {
    await waitForDatabase({ url: databaseUrl, log, signal });
    return { url: databaseUrl, stop: () => Promise.resolve() };
  }
  const server = await startEmbedded({
    root: path.join(dataDir, 'postgres'),
    log,
    onLost: (how) => log(`The embedded PostgreSQL stopped unexpectedly (${how}).`),
  });
  const url = await ensureOwnedDatabase(server);
  return { url, stop: () => server.stop() };
}

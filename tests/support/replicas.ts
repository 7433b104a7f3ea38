// Several servers on one database, as behind a load balancer without sticky sessions.
import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from './app.ts';
import { createTestDatabase } from './database.ts';

export interface Replicas {
  readonly all: readonly [TestApp, TestApp, TestApp];
  readonly databaseUrl: string;
  close(): Promise<void>;
}

const secret = (): string => randomBytes(32).toString('base64url');

export async function startReplicas(
  environment: Readonly<Record<string, string>> = {},
): Promise<Replicas> {
  const database = await createTestDatabase();
  const common = {
    DATABASE_URL: database.url,
    CRYPTO_SECRET: secret(),
    TICKET_SECRET: secret(),
    JWT_SECRET: secret(),
    ...environment,
  };
  // Starts them at once: they also migrate and write their options at once.
  const all = await Promise.all([startTestApp(common), startTestApp(common), startTestApp(common)]);
  return {
    all,
    databaseUrl: database.url,
    close: async () => {
      for (const replica of all) await replica.close();
      await database.drop();
    },
  };
}

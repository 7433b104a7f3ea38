import { createMetrics } from '../../apps/api/src/metrics/metrics.ts';
import { openTestDatabase } from './open-database.ts';

/** The page of a new server, with all of its metrics. */
export async function printMetrics(): Promise<string> {
  const opened = await openTestDatabase();
  try {
    const metrics = createMetrics({
      db: opened.db,
      now: () => 0,
      warn: () => undefined,
      sourceIds: [],
      origins: [],
    });
    return await metrics.page({ titles: true });
  } finally {
    await opened.close();
  }
}

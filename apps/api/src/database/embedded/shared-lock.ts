// Several processes may share one embedded server, such as two starts, or `npm run prisma` beside
// the app. Each holds a shared advisory lock while it lives. The last to release it is known even
// after kill -9 of the others, and all notice when the server dies.
import pg from 'pg';
import { reason } from '#database/errors.ts';

const LOCK = 'SELECT pg_advisory_lock_shared(827364)';
const ALONE = 'SELECT pg_try_advisory_lock(827364) AS alone';
const UNLOCK = 'SELECT pg_advisory_unlock_shared(827364)';

export interface SharedLock {
  /** True if no other process uses the server. None can then join until this process stops it. */
  release(): Promise<boolean>;
}

export async function acquireSharedLock(
  url: string,
  onLost: (how: string) => void,
): Promise<SharedLock> {
  const client = new pg.Client({ connectionString: url, application_name: 'matinee (member)' });
  let isHeld = false;
  let isReleasing = false;
  const lost = (how: string) => {
    // Before that, the rejected promise reports the failure; reporting it twice would start two
    // retries.
    if (!isHeld || isReleasing) return;
    isReleasing = true;
    onLost(how);
  };
  client.on('error', (error) => lost(reason(error)));
  client.on('end', () => lost('connection ended'));
  await client.connect();
  await client.query(LOCK);
  isHeld = true;
  return {
    async release() {
      if (isReleasing) return false; // lost already
      isReleasing = true;
      try {
        await client.query(UNLOCK);
        const { rows } = await client.query<{ alone: boolean }>(ALONE);
        // The last holder keeps the lock until the server is down, so that no process joins.
        if (rows[0]?.alone) return true;
        await client.end();
      } catch {
        // The last holder is already stopping the server.
      }
      return false;
    },
  };
}

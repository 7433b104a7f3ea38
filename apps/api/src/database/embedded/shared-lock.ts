// Several processes may share one embedded server (two starts at once, `npm run prisma` beside the app).
// Each holds a shared lock in the server for as long as it lives, so the last to leave knows that it is
// the last, even after kill -9 of the others, and each is told at once when the server goes away.
import pg from 'pg';
import { reason } from '#database/errors.ts';

const LOCK = 'SELECT pg_advisory_lock_shared(827364)';
const ALONE = 'SELECT pg_try_advisory_lock(827364) AS alone';
const UNLOCK = 'SELECT pg_advisory_unlock_shared(827364)';

export interface SharedLock {
  /** True when nobody else uses the server; from then on nobody joins until this process ends it. */
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
    // Before that, the failure below tells it, and telling it twice makes two of whoever tries again.
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
        // The last one keeps the lock, and with it the door shut, until the server is down.
        if (rows[0]?.alone) return true;
        await client.end();
      } catch {
        // Whoever left last is stopping the server already.
      }
      return false;
    },
  };
}

import type { Database } from '#db/client.ts';
import { formatLabels, type Sample } from './prometheus.ts';

/** Namespaces are whatever clients made up; those of the family are a few. */
const NAMESPACES_SHOWN = 20;
const FAMILY = 'movie-web';

const COUNT = `
  SELECT namespace, count(*)::int AS count FROM users GROUP BY namespace ORDER BY count DESC, namespace`;

/** Accounts by namespace. The family's is always there: its line is the one that admin pages read. */
export async function countUsers(db: Pick<Database, 'query'>): Promise<readonly Sample[]> {
  const rows = await db.query<{ namespace: string; count: number }>(COUNT, []);
  const counts = new Map([[FAMILY, 0]]);
  for (const { namespace, count } of rows) {
    const isShown =
      namespace === FAMILY || (counts.size < NAMESPACES_SHOWN && /^[\w.-]{1,50}$/.test(namespace));
    const name = isShown ? namespace : 'other';
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].map(([namespace, value]) => ({ labels: formatLabels({ namespace }), value }));
}

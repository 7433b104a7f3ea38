// Migrates the stores of old movie-web clients on this site.
import { legacyBookmarks } from './legacy-bookmarks.ts';
import { legacyProgress } from './legacy-progress.ts';
import { legacySettings, legacyVolume } from './legacy-settings.ts';
import { migrateStore, type Outcome } from './legacy-store.ts';

const STORES = [legacyBookmarks, legacySettings, legacyVolume, legacyProgress];

/** One after the other. Migrations that lack the network run again at the next start. */
export async function migrateLegacyStores(signal: AbortSignal): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const store of STORES) outcomes[store.key] = await migrateStore(store, signal);
  return outcomes;
}

// Brings along what clients of long ago stored on this site.
import { legacyBookmarks } from './legacy-bookmarks.ts';
import { legacyProgress } from './legacy-progress.ts';
import { legacySettings, legacyVolume } from './legacy-settings.ts';
import { migrateStore, type Outcome } from './legacy-store.ts';

const STORES = [legacyBookmarks, legacySettings, legacyVolume, legacyProgress];

/** One after the other; what needs the network and does not have it is tried again at the next start. */
export async function migrateLegacyStores(signal: AbortSignal): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const store of STORES) outcomes[store.key] = await migrateStore(store, signal);
  return outcomes;
}

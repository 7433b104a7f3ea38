import { readText } from '#data/storage/browser-storage.ts';

/** The last versions of the old stores, by key. */
const LATEST = {
  'mw-bookmarks': 3,
  'mw-settings': 2,
  'mw-volume': 1,
  'video-progress': 4,
} as const;

/** Whether there are old stores to migrate, without parsing them. */
export function isMigrationDue(): boolean {
  return Object.entries(LATEST).some(([key, version]) => {
    const text = readText(key);
    return text !== null && !text.includes(`"--version":${version}`);
  });
}

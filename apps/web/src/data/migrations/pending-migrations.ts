import { readText } from '#data/storage/browser-storage.ts';

/** The last versions of the stores of long ago, by their keys. */
const LATEST = {
  'mw-bookmarks': 3,
  'mw-settings': 2,
  'mw-volume': 1,
  'video-progress': 4,
} as const;

/** Whether earlier clients left something here that is not brought along yet; quicker than to look into it. */
export function isMigrationDue(): boolean {
  return Object.entries(LATEST).some(([key, version]) => {
    const text = readText(key);
    return text !== null && !text.includes(`"--version":${version}`);
  });
}

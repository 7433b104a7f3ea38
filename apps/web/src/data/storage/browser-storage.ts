// Reads and writes `localStorage` and `sessionStorage`, which may be full, denied or missing. Pages work without them.
import { createStore } from 'zustand/vanilla';

interface Health {
  /** The last write failed: changes are lost when the page is closed. */
  readonly isFailing: boolean;
}

export const storageHealth = createStore<Health>(() => ({ isFailing: false }));

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export function readText(key: string): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string): boolean {
  const isWritten = tryWrite(key, value);
  if (storageHealth.getState().isFailing === isWritten) {
    storageHealth.setState({ isFailing: !isWritten });
  }
  return isWritten;
}

function tryWrite(key: string, value: string): boolean {
  try {
    const target = storage();
    target?.setItem(key, value);
    return target !== undefined;
  } catch {
    return false;
  }
}

export function removeText(key: string): void {
  try {
    storage()?.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}

export function keysWithPrefix(start: string): string[] {
  try {
    return Object.keys(storage() ?? {}).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

const MAX_BACKUPS = 5;

/** Stores unreadable text under another key, so that no bug destroys data. */
export function storeBackup(key: string, text: string): void {
  for (let count = 1; count <= MAX_BACKUPS; count += 1) {
    const name = `BACKUP-v0-${key}${count === 1 ? '' : `-${count}`}`;
    const stored = readText(name);
    if (stored === text) return;
    if (stored !== null && count < MAX_BACKUPS) continue;
    tryWrite(name, text);
    return;
  }
}

/** Backs up a store before a migration, under the key that movie-web clients use. */
export function storeVersion(key: string, version: number, text: string): boolean {
  return tryWrite(`BACKUP-v${version}-${key}`, text);
}

/** Calls `changed` when another tab changes `key`. Returns a stop function. */
export function watchText(key: string, changed: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const listen = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTabText(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is forbidden.
  }
}

export function removeTabText(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}

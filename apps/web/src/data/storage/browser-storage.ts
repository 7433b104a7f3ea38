// The browser's store of texts, which may be full, forbidden or missing: then the page works on, and says so.
import { createStore } from 'zustand/vanilla';

interface Health {
  /** The last write of anything failed: what is changed now is lost with the page. */
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
    // What may not be touched stays.
  }
}

export function keysBeginning(start: string): string[] {
  try {
    return Object.keys(storage() ?? {}).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

const BACKUPS_KEPT = 5;

/** Keeps what could not be read under a name of its own, so that no fault of ours ever costs anybody's data. */
export function keepBackup(key: string, text: string): void {
  for (let count = 1; count <= BACKUPS_KEPT; count += 1) {
    const name = `BACKUP-v0-${key}${count === 1 ? '' : `-${count}`}`;
    const kept = readText(name);
    if (kept === text) return;
    if (kept !== null && count < BACKUPS_KEPT) continue;
    tryWrite(name, text);
    return;
  }
}

/** What a store was before a step changed it, in the name that earlier clients gave to it. */
export function keepVersion(key: string, version: number, text: string): boolean {
  return tryWrite(`BACKUP-v${version}-${key}`, text);
}

/** Tells when another tab changed `key`. */
export function watchText(key: string, changed: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  const listen = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

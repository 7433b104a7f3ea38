// Texts that live as long as their tab: they survive a reload and the way back from another site.

export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that forbids storage loses them with the page. */
export function writeTabText(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The page holds the value, too.
  }
}

export function removeTabText(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage that may not be touched was never written.
  }
}

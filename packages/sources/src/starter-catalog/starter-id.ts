const FIRST_OWN_ID = 1_000_000_000;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The numeric id of something that TMDB has none for. It ends up in addresses, bookmarks and
 * progress, so the hash (32-bit FNV-1a over UTF-8) must never change.
 */
export function starterId(key: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(key)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return FIRST_OWN_ID + (hash >>> 0);
}

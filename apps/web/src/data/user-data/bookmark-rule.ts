import { config } from '#config.ts';

/** A selector of the session: whether bookmarks are offered to whoever is here. */
export function mayBookmark({ account }: { readonly account: object | null }): boolean {
  return account !== null || !config.BOOKMARKS_REQUIRE_ACCOUNT;
}

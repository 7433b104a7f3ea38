import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { toBase64 } from '@matinee/shared/identity/base64';
import type { BrowserContext } from '@playwright/test';
import { PROFILE, type Member } from '../../support/identity.ts';
import { signedIn } from '../../support/library.ts';

/** The format of the app's stores in localStorage. */
export const envelope = (state: object): string => JSON.stringify({ state, version: 0 });

/** An account as the app stores it. */
export const accountOf = ({ user, session, token, keys }: Omit<Member, 'headers'>) => ({
  token,
  userId: user.id,
  sessionId: session.id,
  deviceName: session.device,
  profile: PROFILE,
  seed: toBase64(keys.seed),
});

/** A browser that is signed in to this account, with `cells` in its storage. */
export async function seed(
  context: BrowserContext,
  member: Member,
  cells: Readonly<Record<string, string>> = {},
): Promise<void> {
  const all = { '__MW::auth': envelope({ account: accountOf(member) }), ...cells };
  await context.addInitScript((entries) => {
    if (localStorage.getItem('__MW::auth') !== null) return;
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, all);
}

/** The account on its server. */
export const accountAt = (url: string, member: Member) =>
  signedIn({ url }, { ...member, userId: member.user.id, sessionId: '' });

/** Their ids, latest first. */
export async function bookmarksAt(url: string, member: Member): Promise<string[]> {
  const { body } = await accountAt(url, member).get('/bookmarks').expect(200);
  return listBookmarks.reply.parse(body).map(({ tmdbId }) => tmdbId);
}

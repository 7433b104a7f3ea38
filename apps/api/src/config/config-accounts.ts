/** Options for accounts: registration, administrators and storage quota. */
import { RegistrationMode } from '@matinee/shared/contract/meta';
import { canonicalKey } from '@matinee/shared/identity/public-key';
import { z } from 'zod';
import { list, option } from './config-fields.ts';

const publicKey = z.string().transform((text, context) => {
  const key = canonicalKey(text);
  if (key !== undefined) return key;
  context.issues.push({ code: 'custom', input: text, message: 'not a public key' });
  return z.NEVER;
});

export const accountOptions = {
  REGISTRATION: option(RegistrationMode.optional(), {
    help: 'Who may create an account: anyone, invited users, no one. Unset: invite if media of your own is configured (MEDIA_FOLDERS, WEBDAV_URL, JELLYFIN_URL, EMBY_URL, MANIFEST), else open.',
    allowed: 'open, invite or closed',
  }),
  ADMIN_PUBLIC_KEYS: option(list.pipe(z.array(publicKey)).default([]), {
    help: 'Accounts that are administrators besides the first one.',
    allowed: 'public keys of accounts (32 bytes as base64url) separated by commas',
  }),
  ACCOUNT_MAX_MIB: option(z.coerce.number().int().min(1).max(100_000).default(32), {
    help: 'How much one account may store, in MiB: bookmarks, progress, history, lists, settings and the rest.',
    allowed: 'a whole number from 1 to 100000',
  }),
};

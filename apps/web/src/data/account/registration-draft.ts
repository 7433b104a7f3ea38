// A registration that is under way. It survives a reload, because the user may have written the words down already.
import { Profile } from '@matinee/shared/contract/users';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { z } from 'zod';
import { readTabText, removeTabText, writeTabText } from '#data/storage/session-storage.ts';

const KEY = '__MW::registration';

const RegistrationDraft = z.object({
  passphrase: z.string().refine((text) => checkPassphrase(text).is === 'complete'),
  deviceName: z.string(),
  profile: Profile,
  /** The code of an invitation; '' without one. */
  invite: z.string(),
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

/** undefined when none was begun in this tab. */
export function readRegistrationDraft(): RegistrationDraft | undefined {
  try {
    return RegistrationDraft.safeParse(JSON.parse(readTabText(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function saveRegistrationDraft(draft: RegistrationDraft): void {
  writeTabText(KEY, JSON.stringify(draft));
}

/** For when the account exists, or the user gives it up. */
export function clearRegistrationDraft(): void {
  removeTabText(KEY);
}

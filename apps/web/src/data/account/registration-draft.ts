// An unfinished registration. It survives a reload, because the user may have written the passphrase down.
import { Profile } from '@matinee/shared/contract/users';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { z } from 'zod';
import { readTabText, removeTabText, writeTabText } from '#data/storage/browser-storage.ts';

const KEY = '__MW::registration';

const RegistrationDraft = z.object({
  passphrase: z.string().refine((text) => checkPassphrase(text).is === 'complete'),
  deviceName: z.string(),
  profile: Profile,
  /** The code of an invitation; '' without one. */
  invite: z.string(),
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

/** undefined without a registration in this tab. */
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

export function clearRegistrationDraft(): void {
  removeTabText(KEY);
}

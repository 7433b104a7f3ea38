import { PASSPHRASE_WORDS } from '@matinee/shared/identity/passphrase-length';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore, type Account } from '#data/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { seedOf, unlockedSeedStore } from '#data/account/account-store.ts';
import { LinkCard } from '../linking/LinkCard.tsx';
import { PasskeyCard } from './PasskeyCard.tsx';
import { useRegistrationMode } from '../useApiRequest.ts';
import { DeleteAccountCard } from './DeleteAccountCard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { InvitationsCard } from './InvitationsCard.tsx';
import { LibraryFileCard } from './LibraryFileCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';

/** Changes here take effect at once, without the save bar. */
export function AccountSettings() {
  const { t } = useTranslation();
  const account = useStore(sessionStore, (state) => state.account);
  const mode = useRegistrationMode();
  if (!account) {
    return (
      <>
        <SettingsCard
          title={t(($) => $.accountSettings.none.title)}
          text={t(($) => $.accountSettings.none.text, { words: PASSPHRASE_WORDS })}
        >
          <FormActions>
            <ButtonLink to={paths.login}>{t(($) => $.auth.login.link)}</ButtonLink>
            {mode !== 'closed' && (
              <ButtonLink to={paths.register} kind="primary">
                {t(($) => $.auth.registerTitle)}
              </ButtonLink>
            )}
          </FormActions>
        </SettingsCard>
        <LibraryFileCard />
      </>
    );
  }
  return <SignedInSettings account={account} />;
}

function SignedInSettings({ account }: { readonly account: Account }) {
  const seed = useSeed(account);
  const isUnlocked = seed !== undefined;
  return (
    <>
      <ProfileCard key={account.userId} account={account} isUnlocked={isUnlocked} />
      <DevicesCard account={account} isUnlocked={isUnlocked} />
      {seed && <LinkCard key={account.sessionId} seed={seed} />}
      <PasskeyCard isUnlocked={isUnlocked} />
      <LibraryFileCard />
      <InvitationsCard sessionId={account.sessionId} />
      <DeleteAccountCard />
    </>
  );
}

/** Undefined while a passkey locks it. */
function useSeed(account: Account): Uint8Array | undefined {
  return seedOf(account, useStore(unlockedSeedStore));
}

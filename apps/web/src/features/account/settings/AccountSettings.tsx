import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { sessionStore, type Account } from '#data/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { LinkCard } from '../linking/LinkCard.tsx';
import { PasskeyCard } from '../passkey/PasskeyCard.tsx';
import { useRegistrationMode } from '../use-registration-mode.ts';
import { useSeed } from '../use-seed.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { Invitations } from './Invitations.tsx';
import { LibraryFile } from './LibraryFile.tsx';
import { ProfileCard } from './ProfileCard.tsx';

/** Everything about the account; what is done here is done at once. */
export function AccountSettings() {
  const { t } = useTranslation();
  const account = useStore(sessionStore, (state) => state.account);
  const mode = useRegistrationMode();
  if (!account) {
    return (
      <>
        <SettingsCard
          title={t(($) => $.accountSettings.none.title)}
          text={t(($) => $.accountSettings.none.text)}
        >
          <FormActions>
            <ButtonLink to={paths.login}>{t(($) => $.auth.login.title)}</ButtonLink>
            {mode !== 'closed' && (
              <ButtonLink to={paths.register} kind="primary">
                {t(($) => $.accountSettings.none.create)}
              </ButtonLink>
            )}
          </FormActions>
        </SettingsCard>
        <LibraryFile />
      </>
    );
  }
  return <OfAccount account={account} />;
}

function OfAccount({ account }: { readonly account: Account }) {
  const seed = useSeed(account);
  const isOpen = seed !== undefined;
  return (
    <>
      <ProfileCard key={account.userId} account={account} isOpen={isOpen} />
      <Devices sessionId={account.sessionId} isOpen={isOpen} />
      {seed && <LinkCard key={account.sessionId} seed={seed} />}
      <PasskeyCard isOpen={isOpen} />
      <LibraryFile />
      <Invitations sessionId={account.sessionId} />
      <DeleteAccount />
    </>
  );
}

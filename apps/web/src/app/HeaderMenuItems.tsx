import {
  CloudUpload,
  Compass,
  Heart,
  History,
  Info,
  Library,
  ListVideo,
  LogOut,
  Settings,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { config } from '#config.ts';
import { deviceNameOf, shortName } from '#data/account/account-store.ts';
import { signOut } from '#data/account/sign-out.ts';
import { syncStore } from '#data/account/sync-status.ts';
import { sessionStore, type Account } from '#data/session.ts';
import { useSocialLinks } from '#features/legal/useSocialLinks.ts';
import { paths } from '#paths.ts';
import { Menu, MenuAction, MenuExternalLink, MenuLink, MenuText } from '#ui/Menu.tsx';
import styles from './HeaderMenu.module.css';

interface HeaderMenuItemsProps {
  readonly label: string;
  /** Called with the number of changes that could not be sent before logging out. */
  readonly onPendingChanges: (count: number) => void;
}

export function HeaderMenuItems({ label, onPendingChanges }: HeaderMenuItemsProps) {
  const { t } = useTranslation();
  const social = useSocialLinks();
  const account = useStore(sessionStore, (session) => session.account);
  return (
    <Menu label={label}>
      {!account && (
        <MenuLink icon={CloudUpload} label={t(($) => $.header.login)} to={paths.login} />
      )}
      <MenuLink icon={Compass} label={t(($) => $.header.discover)} to={paths.discover} />
      {config.OWN_LIBRARY && (
        <MenuLink icon={Library} label={t(($) => $.library.title)} to={paths.library} />
      )}
      <MenuLink icon={History} label={t(($) => $.header.history)} to={paths.history} />
      <MenuLink icon={ListVideo} label={t(($) => $.header.lists)} to={paths.lists} />
      <MenuLink icon={Settings} label={t(($) => $.header.settings)} to={paths.settings} />
      <MenuLink icon={Info} label={t(($) => $.header.about)} to={paths.about} />
      {config.DONATION_LINK && (
        <MenuExternalLink
          icon={Heart}
          label={t(($) => $.header.donate)}
          href={config.DONATION_LINK}
        />
      )}
      {account && <AccountMenuItems account={account} onPendingChanges={onPendingChanges} />}
      {social.length > 0 && <hr className={styles.divider} />}
      {social.length > 0 && (
        <div className={styles.social} role="group" aria-label={t(($) => $.links.title)}>
          {social.map(({ href, label: name }) => (
            <a
              key={href}
              role="menuitem"
              className={styles.socialLink}
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {name}
            </a>
          ))}
        </div>
      )}
    </Menu>
  );
}

interface AccountMenuItemsProps {
  readonly account: Account;
  /** Called with the number of changes that could not be sent. The user stays logged in. */
  readonly onPendingChanges: (count: number) => void;
}

/** Shows the name of the session and logs it out. */
function AccountMenuItems({ account, onPendingChanges }: AccountMenuItemsProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const isAway = useStore(syncStore, ({ is }) => is === 'notSynced');
  const device = deviceNameOf(account) ?? t(($) => $.header.thisDevice);

  async function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    const result = await signOut();
    setIsLeaving(false);
    if (result.is === 'pending') onPendingChanges(result.count);
  }

  return (
    <>
      <MenuText>{t(($) => $.header.loggedInOn, { device: shortName(device) })}</MenuText>
      {isAway && <MenuText>{t(($) => $.header.notSynced)}</MenuText>}
      <MenuAction
        icon={LogOut}
        label={isLeaving ? t(($) => $.accountSettings.logOut.sending) : t(($) => $.header.logOut)}
        onPress={() => void leave()}
      />
    </>
  );
}

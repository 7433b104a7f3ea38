import { useTranslation } from 'react-i18next';
import { deviceNameOf, shortName } from '#data/account/account-store.ts';
import type { Account } from '#data/session.ts';
import { Avatar } from '#ui/Avatar.tsx';
import styles from './HeaderMenu.module.css';

/** The account on the menu button: its avatar and, on wide screens, the name of this device. */
export function HeaderAccount({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const device = deviceNameOf(account) ?? t(($) => $.header.thisDevice);
  return (
    <>
      <span className={styles.device}>
        <bdi>{shortName(device)}</bdi>
      </span>
      <Avatar profile={account.profile} />
    </>
  );
}

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { deviceNameOf } from '#data/account/account-store.ts';
import { signOut } from '#data/account/sign-out.ts';
import { syncStore } from '#data/account/sync-status.ts';
import type { Account } from '#data/session.ts';
import { shortName } from '#features/account/short-name.ts';
import { MenuAction, MenuText } from '#ui/Menu.tsx';

interface AccountMenuItemsProps {
  readonly account: Account;
  /** So many changes could not be sent: nobody is logged out yet. */
  readonly onUnsent: (count: number) => void;
}

/** Whose session it is, and the way out of it. */
export function AccountMenuItems({ account, onUnsent }: AccountMenuItemsProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const isAway = useStore(syncStore, ({ is }) => is === 'notSynced');
  const device = deviceNameOf(account) ?? t(($) => $.header.thisDevice);

  async function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    const result = await signOut();
    setIsLeaving(false);
    if (result.is === 'pending') onUnsent(result.count);
  }

  return (
    <>
      <MenuText>{t(($) => $.header.signedInAs, { device: shortName(device) })}</MenuText>
      {isAway && <MenuText>{t(($) => $.header.notSynced)}</MenuText>}
      <MenuAction
        icon={LogOut}
        label={isLeaving ? t(($) => $.accountSettings.signOut.sending) : t(($) => $.header.logOut)}
        onPress={() => void leave()}
      />
    </>
  );
}

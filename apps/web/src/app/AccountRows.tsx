import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { deviceNameOf } from '#data/account/account-store.ts';
import { signOut } from '#data/account/session-end.ts';
import { syncStore } from '#data/account/sync-status.ts';
import type { Account } from '#data/session.ts';
import { shortName } from '#features/account/settings/short-name.ts';
import { MenuAction } from '#ui/MenuAction.tsx';
import { MenuHint } from '#ui/MenuHint.tsx';

interface AccountRowsProps {
  readonly account: Account;
  /** So many changes could not be sent: nobody is logged out yet. */
  readonly onUnsent: (count: number) => void;
}

/** Whose session it is, and the way out of it. */
export function AccountRows({ account, onUnsent }: AccountRowsProps) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const isAway = useStore(syncStore, ({ is }) => is === 'notSynced');
  const device = deviceNameOf(account) ?? t(($) => $.header.thisDevice);

  async function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    const result = await signOut();
    setIsLeaving(false);
    if (result.is === 'unsent') onUnsent(result.count);
  }

  return (
    <>
      <MenuHint>{t(($) => $.header.signedInAs, { device: shortName(device) })}</MenuHint>
      {isAway && <MenuHint>{t(($) => $.header.notSynced)}</MenuHint>}
      <MenuAction
        icon={LogOut}
        label={isLeaving ? t(($) => $.accountSettings.signOut.sending) : t(($) => $.header.logOut)}
        onPress={() => void leave()}
      />
    </>
  );
}

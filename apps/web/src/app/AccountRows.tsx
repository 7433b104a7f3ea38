import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { deviceNameOf } from '#data/account/account-store.ts';
import { signOut } from '#data/account/session-end.ts';
import { syncStore } from '#data/account/sync-status.ts';
import type { Account } from '#data/session.ts';
import { MenuAction } from '#ui/MenuAction.tsx';
import { MenuHint } from '#ui/MenuHint.tsx';

/** Whose session it is, and the way out of it. */
export function AccountRows({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const [unsent, setUnsent] = useState(0);
  const isAway = useStore(syncStore, ({ is }) => is === 'notSynced');
  const device = deviceNameOf(account) ?? t(($) => $.header.thisDevice);

  /** What the server has not been told is lost only to those who press twice. */
  async function leave() {
    const result = await signOut(unsent > 0);
    if (result.is === 'unsent') setUnsent(result.count);
  }

  return (
    <>
      <MenuHint>{t(($) => $.header.signedInAs, { device })}</MenuHint>
      {isAway && <MenuHint>{t(($) => $.header.notSynced)}</MenuHint>}
      <MenuAction
        icon={LogOut}
        label={
          unsent > 0
            ? t(($) => $.header.logOutAnyway, { count: unsent })
            : t(($) => $.header.logOut)
        }
        onPress={() => void leave()}
      />
    </>
  );
}

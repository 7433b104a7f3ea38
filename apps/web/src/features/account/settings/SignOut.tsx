import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#data/account/sign-out.ts';
import { Button } from '#ui/Button.tsx';
import { useCancellable } from '../useCancellable.ts';
import { PendingChangesDialog } from './PendingChangesDialog.tsx';

export function SignOut() {
  const { t } = useTranslation();
  const [unsent, setUnsent] = useState(0);
  const { isBusy, run } = useCancellable();

  async function leave(): Promise<void> {
    const result = await signOut();
    if (result.is === 'pending') setUnsent(result.count);
  }

  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(leave)}>
        {isBusy
          ? t(($) => $.accountSettings.signOut.sending)
          : t(($) => $.accountSettings.signOut.button)}
      </Button>
      {unsent > 0 && <PendingChangesDialog count={unsent} onClose={() => setUnsent(0)} />}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#data/account/sign-out.ts';
import { libraryFile } from '#data/user-data/library-file.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useCancellable } from '../useApiRequest.ts';

export function SignOut() {
  const { t } = useTranslation();
  const [pendingCount, setPendingCount] = useState(0);
  const { isBusy, run } = useCancellable();

  async function leave(): Promise<void> {
    const result = await signOut();
    if (result.is === 'pending') setPendingCount(result.count);
  }

  return (
    <>
      <Button disabled={isBusy} onClick={() => void run(leave)}>
        {isBusy ? t(($) => $.accountSettings.logOut.sending) : t(($) => $.header.logOut)}
      </Button>
      {pendingCount > 0 && (
        <PendingChangesDialog count={pendingCount} onClose={() => setPendingCount(0)} />
      )}
    </>
  );
}

interface PendingChangesDialogProps {
  /** Number of changes not yet sent. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Signing out would lose unsent changes: the user stays, or leaves with an export. */
export function PendingChangesDialog({ count, onClose }: PendingChangesDialogProps) {
  const { t } = useTranslation();

  function leaveWithFile(): void {
    const { name, text } = libraryFile(new Date());
    saveFile(name, new Blob([text], { type: 'application/json' }));
    onClose();
    void signOut(true);
  }

  return (
    <Dialog
      title={t(($) => $.accountSettings.logOut.title)}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={leaveWithFile}>
            {t(($) => $.accountSettings.logOut.leave)}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t(($) => $.accountSettings.logOut.stay)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.accountSettings.logOut.text, { count })}</p>
    </Dialog>
  );
}

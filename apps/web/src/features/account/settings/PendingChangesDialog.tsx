import { useTranslation } from 'react-i18next';
import { signOut } from '#data/account/sign-out.ts';
import { libraryFile } from '#data/user-data/library-file.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface PendingChangesDialogProps {
  /** How many changes the account has not been told of. */
  readonly count: number;
  readonly onClose: () => void;
}

/** With changes that could not be sent somebody chooses: stay, or leave with a file of them. */
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
      title={t(($) => $.accountSettings.signOut.title)}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={leaveWithFile}>
            {t(($) => $.accountSettings.signOut.leave)}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t(($) => $.accountSettings.signOut.stay)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.accountSettings.signOut.text, { count })}</p>
    </Dialog>
  );
}

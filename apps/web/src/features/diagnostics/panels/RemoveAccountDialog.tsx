import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeAnyAccount } from '#data/admin/admin.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAdminTask } from '../useAdminTask.ts';

interface RemoveAccountDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Deletes an account once the administrator has typed its name. */
export function RemoveAccountDialog(props: RemoveAccountDialogProps) {
  const { id, name, onClose, onRemoved } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { isBusy, error, run } = useAdminTask();
  const isConfirmed = typed.trim() === name.trim();

  const remove = () =>
    run(async (signal) => {
      await removeAnyAccount(id, signal);
      onRemoved();
      onClose();
    });

  return (
    <Dialog
      title={t(($) => $.admin.accounts.removeTitle, { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.actions.cancel)}</Button>
          <Button kind="danger" disabled={!isConfirmed || isBusy} onClick={remove}>
            {t(($) => $.admin.accounts.remove)}
          </Button>
        </>
      }
    >
      <p>{t(($) => $.admin.accounts.removeText)}</p>
      {/* Nicknames aren't unique. */}
      <p>
        <code dir="ltr">{id}</code>
      </p>
      <TextField
        label={t(($) => $.admin.accounts.confirm, { name })}
        value={typed}
        onChange={setTyped}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
    </Dialog>
  );
}

import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { renameList, type UserList } from '#data/user-data/lists.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface RenameDialogProps {
  readonly list: UserList;
  readonly onClose: () => void;
}

export function RenameDialog({ list, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const form = useId();
  const [name, setName] = useState(list.name);

  function save(event: SyntheticEvent) {
    event.preventDefault();
    renameList(list.id, name.trim());
    onClose();
  }

  return (
    <Dialog
      title={t(($) => $.lists.renameTitle)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.lists.cancel)}</Button>
          <Button kind="primary" type="submit" form={form} disabled={name.trim() === ''}>
            {t(($) => $.lists.rename)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <TextField label={t(($) => $.lists.name)} value={name} maxLength={255} onChange={setName} />
      </form>
    </Dialog>
  );
}

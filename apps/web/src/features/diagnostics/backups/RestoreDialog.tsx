import type { BackupInfo } from '@matinee/shared/contract/backups';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import { BackupFileField } from './BackupFileField.tsx';
import { dateTimeText } from '../fact-texts.ts';
import { RestoreForm } from './RestoreForm.tsx';

interface RestoreDialogProps {
  /** A backup on the server, or one that the user chooses. */
  readonly from: Pick<BackupInfo, 'name' | 'createdAt'> | 'file';
  /** The owner's invitation, on a new server. */
  readonly invite?: string | undefined;
  readonly onClose: () => void;
}

export function RestoreDialog({ from, invite, onClose }: RestoreDialogProps) {
  const { t, i18n } = useTranslation();
  const [file, setFile] = useState<File | undefined>(undefined);
  const source = from === 'file' ? file && { file } : { name: from.name, invite };
  return (
    <Dialog title={t(($) => $.admin.backups.restore.title)} onClose={onClose} actions={null}>
      {from === 'file' ? (
        <BackupFileField file={file} onChange={setFile} />
      ) : (
        <p>
          {t(($) => $.admin.backups.restore.which, {
            time: dateTimeText(from.createdAt, i18n.language),
          })}
        </p>
      )}
      <RestoreForm source={source} onCancel={onClose} />
    </Dialog>
  );
}

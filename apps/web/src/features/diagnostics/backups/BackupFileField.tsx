import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '#ui/FileButton.tsx';
import { bytesText } from '../fact-texts.ts';
import styles from './Backups.module.css';

interface BackupFileFieldProps {
  readonly file: File | undefined;
  readonly onChange: (file: File) => void;
}

/** Chooses the file of a backup on this device. */
export function BackupFileField({ file, onChange }: BackupFileFieldProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  return (
    <div className={styles.choose}>
      <span id={id}>{t(($) => $.admin.backups.restore.file)}</span>
      <div className={styles.chosen}>
        <FileButton
          label={t(($) => $.admin.backups.restore.choose)}
          accept=".tar,application/x-tar"
          describedBy={id}
          onChoose={onChange}
        />
        <span role="status" className={styles.note}>
          {file && (
            <>
              <bdi>{file.name}</bdi> <span>{bytesText(file.size, i18n.language)}</span>
            </>
          )}
        </span>
      </div>
    </div>
  );
}

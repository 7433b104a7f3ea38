import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from './fact-texts.ts';
import styles from './Backups.module.css';

interface BackupFileFieldProps {
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
}

/** Chooses the file of a backup on this device. */
export function BackupFileField({ file, onChange }: BackupFileFieldProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  return (
    <div className={styles.choose}>
      <label htmlFor={id}>{t(($) => $.admin.backups.restore.file)}</label>
      <input
        id={id}
        type="file"
        accept=".tar,application/x-tar"
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0])}
      />
      {file && <span className={styles.note}>{bytesText(file.size, i18n.language)}</span>}
    </div>
  );
}

import { useId, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { libraryFile, readLibraryFile } from '#data/library/library-file.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Fault } from '../Fault.tsx';
import styles from './LibraryFile.module.css';

type Outcome = ReturnType<typeof readLibraryFile> | 'unreadable';

/** The library belongs to its owner: out of here as a file, and back. */
export function LibraryFile() {
  const { t } = useTranslation();
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>();

  function download(): void {
    const { name, text } = libraryFile(new Date());
    saveFile(name, new Blob([text], { type: 'application/json' }));
  }

  async function read({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const text = await file.text().catch(() => '');
    currentTarget.value = '';
    setOutcome(readLibraryFile(text) ?? 'unreadable');
  }

  return (
    <SettingsCard
      title={t(($) => $.accountSettings.file.title)}
      text={t(($) => $.accountSettings.file.text)}
    >
      <div className={styles.ways}>
        <Button onClick={download}>{t(($) => $.accountSettings.file.export)}</Button>
        <label className={styles.import} htmlFor={id}>
          {t(($) => $.accountSettings.file.import)}
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            className={styles.input}
            onChange={(event) => void read(event)}
          />
        </label>
      </div>
      {outcome === 'unreadable' && <Fault text={t(($) => $.accountSettings.file.unreadable)} />}
      {outcome !== undefined && outcome !== 'unreadable' && (
        <p role="status">{t(($) => $.accountSettings.file.added, { ...outcome })}</p>
      )}
    </SettingsCard>
  );
}

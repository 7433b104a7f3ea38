import { useId, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { accountFile, libraryFile, readLibraryBlob } from '#data/user-data/library-file.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { FormError, ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';
import { ImportSummary } from './ImportSummary.tsx';
import styles from './LibraryFile.module.css';

type Outcome = Awaited<ReturnType<typeof readLibraryBlob>>;

/** The library belongs to its owner: out of here as a file, and back. */
export function LibraryFile() {
  const { t } = useTranslation();
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>();

  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const hasAccount = useStore(sessionStore, ({ account }) => account !== null);

  function download({ name, text } = libraryFile(new Date())): void {
    saveFile(name, new Blob([text], { type: 'application/json' }));
  }

  async function downloadAccount(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      download(await accountFile(new Date(), signal));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  async function read({ currentTarget: field }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = field.files ?? [];
    if (!file) return;
    setOutcome(await readLibraryBlob(file));
    // The same file can be chosen again.
    field.value = '';
  }

  return (
    <SettingsCard
      title={t(($) => $.accountSettings.file.title)}
      text={t(($) => $.accountSettings.file.text)}
    >
      <div className={styles.ways}>
        <Button onClick={() => download()}>{t(($) => $.accountSettings.file.export)}</Button>
        {hasAccount && (
          <Button disabled={isBusy} onClick={() => void run(downloadAccount)}>
            {t(($) => $.accountSettings.file.account)}
          </Button>
        )}
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
      {failure && <ServerFault failure={failure} />}
      {typeof outcome === 'string' && (
        <FormError text={t(($) => $.accountSettings.file[outcome])} />
      )}
      {typeof outcome === 'object' && <ImportSummary file={outcome} />}
    </SettingsCard>
  );
}

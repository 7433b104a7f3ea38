import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  accountFile,
  LARGEST_BYTES,
  libraryFile,
  readLibraryBlob,
  type ImportResult,
} from '#data/user-data/library-file.ts';
import { sessionStore } from '#data/session.ts';
import { mebibytesText } from '#i18n/units.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { applySettingsFile } from '#data/preferences/settings-file.ts';
import { FormActions } from '#ui/FormCard.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { useApiRequest } from '../useApiRequest.ts';
import styles from './AccountSettings.module.css';

type Outcome = Awaited<ReturnType<typeof readLibraryBlob>>;

/** Exports and imports the user's data as a file, with or without an account. */
export function LibraryFileCard() {
  const { t, i18n } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const { isBusy, failure, send } = useApiRequest();
  const hasAccount = useStore(sessionStore, ({ account }) => account !== null);

  function download({ name, text } = libraryFile(new Date())): void {
    saveFile(name, new Blob([text], { type: 'application/json' }));
  }

  async function downloadAccount(signal: AbortSignal): Promise<void> {
    download(await accountFile(new Date(), signal));
  }

  return (
    <SettingsCard
      title={t(($) => $.accountSettings.file.title)}
      text={t(($) => $.accountSettings.file.text)}
    >
      {hasAccount && <p className={styles.note}>{t(($) => $.accountSettings.file.accountText)}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => download()}>{t(($) => $.accountSettings.file.export)}</Button>
        {hasAccount && (
          <Button disabled={isBusy} onClick={() => send(downloadAccount)}>
            {t(($) => $.accountSettings.file.account)}
          </Button>
        )}
        <FileButton
          label={t(($) => $.accountSettings.file.import)}
          accept="application/json,.json"
          onChoose={(file) => void readLibraryBlob(file).then(setOutcome)}
        />
      </div>
      {failure && <ServerError failure={failure} />}
      {typeof outcome === 'string' && (
        <FormError
          text={
            outcome === 'tooLarge'
              ? t(($) => $.errors.fileTooLarge, {
                  limit: mebibytesText(LARGEST_BYTES, i18n.language),
                })
              : t(($) => $.accountSettings.file[outcome])
          }
        />
      )}
      {typeof outcome === 'object' && <ImportSummary file={outcome} />}
    </SettingsCard>
  );
}

/** Counts what was imported; importing the settings is a separate choice. */
function ImportSummary({ file }: { readonly file: ImportResult }) {
  const { t } = useTranslation();
  const [areSettingsImported, setAreSettingsImported] = useState(false);
  const { settings, ...added } = file;
  return (
    <>
      <p role="status">
        {areSettingsImported
          ? t(($) => $.accountSettings.file.settingsUsed)
          : t(($) => $.accountSettings.file.imported, { ...added })}
      </p>
      {settings && !areSettingsImported && (
        <FormActions>
          <Button
            onClick={() => {
              applySettingsFile(settings);
              setAreSettingsImported(true);
            }}
          >
            {t(($) => $.accountSettings.file.useSettings)}
          </Button>
        </FormActions>
      )}
    </>
  );
}

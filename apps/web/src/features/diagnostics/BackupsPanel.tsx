import type { BackupInfo } from '@matinee/shared/contract/backups';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backupList, downloadLink } from '#data/diagnostics/server.ts';
import { numberText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { bytesText, dateTimeText } from './fact-texts.ts';
import { QueryPanel } from './Panel.tsx';
import { useBackup, type BackupState } from './useBackup.ts';
import styles from './Backups.module.css';

/** Lists the server's backups, makes one, and downloads them. */
export function BackupsPanel() {
  const { t, i18n } = useTranslation();
  const query = useQuery(backupList());
  const backup = useBackup(() => void query.refetch());
  return (
    <QueryPanel
      title={t(($) => $.admin.backups.title)}
      about={t(($) => $.admin.backups.about)}
      advice={t(($) => $.admin.backups.advice)}
      isWide
      query={query}
    >
      {({ backups, isNightly, keep }) => (
        <>
          <p>
            {isNightly
              ? t(($) => $.admin.backups.nightly, { keep: numberText(keep, i18n.language) })
              : t(($) => $.admin.backups.notNightly)}
          </p>
          <MakeBackup {...backup} />
          {backups.length === 0 ? (
            <p>{t(($) => $.admin.backups.none)}</p>
          ) : (
            <BackupFiles backups={backups} />
          )}
          <RestoreFromFile />
        </>
      )}
    </QueryPanel>
  );
}

function RestoreFromFile() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.make}>
      <Button onClick={() => setIsOpen(true)}>{t(($) => $.admin.backups.restore.fromFile)}</Button>
      {isOpen && <RestoreDialog from="file" onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function MakeBackup({ state, start, cancel }: ReturnType<typeof useBackup>) {
  const { t } = useTranslation();
  const isRunning = state.is === 'saving' || state.is === 'checking';
  return (
    <div className={styles.make}>
      <Button onClick={isRunning ? cancel : start}>
        {isRunning ? t(($) => $.admin.backups.cancel) : t(($) => $.admin.backups.make)}
      </Button>
      {isRunning && (
        <progress
          className={styles.progress}
          value={state.fraction}
          aria-label={t(($) => $.admin.backups.stages[state.is])}
        />
      )}
      <BackupOutcome state={state} />
    </div>
  );
}

function BackupOutcome({ state }: { readonly state: BackupState }) {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.outcome} data-failed={state.is === 'failed'}>
      {(state.is === 'saving' || state.is === 'checking') &&
        t(($) => $.admin.backups.stages[state.is])}
      {state.is === 'done' && t(($) => $.admin.backups.done)}
      {state.is === 'failed' && t(($) => $.admin.backups.failed, { message: state.message })}
    </p>
  );
}

function BackupFiles({ backups }: { readonly backups: readonly BackupInfo[] }) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: downloadLink,
    // The response is an attachment, so the page stays.
    onSuccess: (url) => location.assign(url),
  });
  const [restored, setRestored] = useState<BackupInfo | undefined>(undefined);
  return (
    <>
      {download.isError && <p role="alert">{t(($) => $.admin.backups.downloadFailed)}</p>}
      <ul aria-label={t(($) => $.admin.backups.title)}>
        {backups.map((file) => (
          <BackupRow
            key={file.name}
            file={file}
            onDownload={() => download.mutate(file.name)}
            onRestore={() => setRestored(file)}
          />
        ))}
      </ul>
      {restored && <RestoreDialog from={restored} onClose={() => setRestored(undefined)} />}
    </>
  );
}

interface BackupRowProps {
  readonly file: BackupInfo;
  readonly onDownload: () => void;
  readonly onRestore: () => void;
}

function BackupRow({ file, onDownload, onRestore }: BackupRowProps) {
  const { t, i18n } = useTranslation();
  const { kind, createdAt, bytes, remote, version, isVerified } = file;
  const time = dateTimeText(createdAt, i18n.language);
  return (
    <li className={styles.file}>
      <time dateTime={createdAt} className={styles.time}>
        {time}
      </time>
      <span>{t(($) => $.admin.backups.kinds[kind])}</span>
      <span className={styles.note}>
        {version !== null && t(($) => $.admin.backups.version, { version })}
      </span>
      <span className={styles.note}>
        {isVerified ? t(($) => $.admin.backups.verified) : t(($) => $.admin.backups.unverified)}
      </span>
      {remote !== null && (
        <bdi dir="ltr" className={styles.note}>
          {remote}
        </bdi>
      )}
      <span className={styles.size}>{bytesText(bytes, i18n.language)}</span>
      <IconButton
        label={t(($) => $.admin.named, {
          action: t(($) => $.admin.backups.download),
          subject: time,
        })}
        onClick={onDownload}
      >
        <Download aria-hidden />
      </IconButton>
      <IconButton
        label={t(($) => $.admin.named, {
          action: t(($) => $.admin.backups.restore.open),
          subject: time,
        })}
        onClick={onRestore}
      >
        <ArchiveRestore aria-hidden />
      </IconButton>
    </li>
  );
}

import type { BackupInfo } from '@matinee/shared/contract/backups';
import type { listSetupBackups } from '@matinee/shared/contract/restore';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArchiveRestore, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { bytesText, dateTimeText } from '../fact-texts.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import styles from './Backups.module.css';

export type SetupList = z.infer<(typeof listSetupBackups)['reply']>;
/** A new server lists fewer details of its backups. */
type ListedBackup = BackupInfo | SetupList['backups'][number];

interface BackupFilesProps {
  readonly backups: readonly ListedBackup[];
  /** The bucket could not be listed, so an empty list proves nothing. */
  readonly isPartial: boolean;
  /** Only administrators download. */
  readonly onDownload?: (name: string) => void;
  /** The owner's invitation, on a new server. */
  readonly invite?: string;
}

/** Lists backups of the server and of its bucket, and restores them. */
export function BackupFiles({ backups, isPartial, onDownload, invite }: BackupFilesProps) {
  const { t } = useTranslation();
  const [restored, setRestored] = useState<ListedBackup | undefined>(undefined);
  return (
    <>
      {backups.length === 0 && !isPartial && <p>{t(($) => $.admin.backups.none)}</p>}
      {backups.length > 0 && (
        <ul aria-label={t(($) => $.admin.backups.title)}>
          {backups.map((file) => (
            <BackupRow
              key={file.name}
              file={file}
              onDownload={onDownload && (() => onDownload(file.name))}
              onRestore={() => setRestored(file)}
            />
          ))}
        </ul>
      )}
      {restored && (
        <RestoreDialog from={restored} invite={invite} onClose={() => setRestored(undefined)} />
      )}
    </>
  );
}

interface BackupRowProps {
  readonly file: ListedBackup;
  readonly onDownload: (() => void) | undefined;
  readonly onRestore: () => void;
}

function BackupRow({ file, onDownload, onRestore }: BackupRowProps) {
  const { t, i18n } = useTranslation();
  const { name, kind, createdAt, bytes } = file;
  const time = dateTimeText(createdAt, i18n.language);
  return (
    <li className={styles.file} data-narrow={onDownload === undefined}>
      <time dateTime={createdAt} className={styles.time}>
        {time}
      </time>
      <span>{t(($) => $.admin.backups.kinds[kind])}</span>
      {'version' in file ? (
        <BackupNotes file={file} />
      ) : (
        <bdi dir="ltr" className={styles.note}>
          {name}
        </bdi>
      )}
      <span className={styles.size}>{bytesText(bytes, i18n.language)}</span>
      {onDownload && (
        <IconButton
          label={t(($) => $.admin.named, {
            action: t(($) => $.admin.backups.download),
            subject: time,
          })}
          onClick={onDownload}
        >
          <Download aria-hidden />
        </IconButton>
      )}
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

function BackupNotes({ file: { version, isVerified, remote } }: { readonly file: BackupInfo }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}

interface BucketFailureProps {
  readonly bucket: SetupList['bucket'];
  readonly query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
}

/** Explains that the bucket has failed. The backups on the server can still be used. */
export function BucketFailure({ bucket, query: { isFetching, refetch } }: BucketFailureProps) {
  const { t } = useTranslation();
  const failure = bucket?.failure ?? null;
  if (failure === null) return null;
  return (
    <div role="alert" className={styles.failure}>
      <p>{t(($) => $.admin.backups.bucketFailed, { reason: failure })}</p>
      <Button disabled={isFetching} onClick={() => void refetch()}>
        {t(($) => $.actions.retry)}
      </Button>
    </div>
  );
}

import type { SkippedFiles } from '@matinee/shared/contract/library';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { administration } from '#data/account/invitations.ts';
import { skippedFiles } from '#data/catalog/library.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from './Panel.tsx';
import styles from './Diagnostics.module.css';

/** Tells administrators which files of the server's folders weren't recognized, and why. */
export function LibraryPanel() {
  const sessionId = useStore(sessionStore, ({ account }) => account?.sessionId ?? '');
  const { data: isAdmin } = useQuery({
    ...administration(sessionId),
    enabled: sessionId !== '',
  });
  return isAdmin === true ? <SkippedFilesPanel /> : null;
}

function SkippedFilesPanel() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(skippedFiles());
  const title = t(($) => $.admin.library.title);
  const label = data || error ? t(($) => $.admin.runAgain) : t(($) => $.admin.run);
  return (
    <Panel
      title={title}
      about={t(($) => $.admin.library.about)}
      action={
        <Button
          disabled={isFetching}
          onClick={() => void refetch()}
          aria-label={t(($) => $.admin.named, { action: label, subject: title })}
        >
          {label}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={isFetching}>
        {error && (
          <div className={styles.advice}>
            <p>{t(($) => $.admin.library.advice)}</p>
            <code dir="ltr">{error.message}</code>
          </div>
        )}
        {data && !error && <SkippedFileList skipped={data} />}
      </div>
    </Panel>
  );
}

function SkippedFileList({ skipped: { files, total } }: { readonly skipped: SkippedFiles }) {
  const { t } = useTranslation();
  if (total === 0) return <p>{t(($) => $.admin.library.none)}</p>;
  return (
    <>
      <ul aria-label={t(($) => $.admin.library.title)}>
        {files.map(({ folder, path, reason }) => (
          <li key={`${folder}/${path}`} className={styles.file}>
            <bdi className={styles.name}>{`${folder}/${path}`}</bdi>
            <p className={styles.reason}>{t(($) => $.admin.library.reasons[reason])}</p>
          </li>
        ))}
      </ul>
      {total > files.length && (
        <p>{t(($) => $.admin.library.more, { count: total - files.length })}</p>
      )}
    </>
  );
}

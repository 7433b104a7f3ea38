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
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t(($) => $.admin.library.title)}>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.admin.library.file)}</th>
              <th scope="col">{t(($) => $.admin.library.reason)}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ folder, path, reason }) => (
              <tr key={`${folder}/${path}`}>
                <th scope="row">
                  <bdi>{`${folder}/${path}`}</bdi>
                </th>
                <td>{t(($) => $.admin.library.reasons[reason])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > files.length && (
        <p>{t(($) => $.admin.library.more, { count: total - files.length })}</p>
      )}
    </>
  );
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { setupBackups, setupState } from '#data/diagnostics/restore.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { FormCard, FormFooter } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { BackupFiles, BucketFailure, type SetupList } from './BackupFiles.tsx';
import { BackupFileField } from './BackupFileField.tsx';
import { RestoreForm } from './RestoreForm.tsx';
import styles from './Backups.module.css';

/** Brings the data of another server to a new one, before it has an account. */
export function RestorePage() {
  const { t } = useTranslation();
  const title = t(($) => $.admin.backups.setup.title);
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <SetupRestore title={title} />
    </>
  );
}

function SetupRestore({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  // A restore creates accounts, so later replies must not hide the form.
  const setup = useQuery({ ...setupState(), refetchOnWindowFocus: false });
  const { data, isPending } = setup;
  const [file, setFile] = useState<File | undefined>(undefined);
  const invite = search.get('invite') ?? '';
  const isMissingInvite = data?.needsInvitation === true && invite === '';
  const isOpen = data?.isNew === true && !isMissingInvite;
  const backups = useQuery({ ...setupBackups(invite), enabled: isOpen });
  // Waits for the backups: the form would move if they came later.
  if (isPending || backups.isLoading) {
    return (
      <div className={styles.waiting}>
        <Spinner size="large" label={t(($) => $.global.loading)} />
      </div>
    );
  }
  if (!data) {
    return (
      <FormCard title={title}>
        <LoadFailure text={t(($) => $.errors.notLoaded.title)} query={setup} />
      </FormCard>
    );
  }
  if (!isOpen) {
    return (
      <FormCard
        title={title}
        text={
          data.isNew
            ? t(($) => $.admin.backups.setup.needsInvitation)
            : t(($) => $.admin.backups.setup.notNew)
        }
      >
        {!data.isNew && (
          <FormFooter>
            <Link to={paths.login}>{t(($) => $.admin.backups.setup.logIn)}</Link>
          </FormFooter>
        )}
      </FormCard>
    );
  }
  return (
    <FormCard title={title} text={t(($) => $.admin.backups.setup.text)}>
      <SetupBackups query={backups} invite={invite} />
      <BackupFileField file={file} onChange={setFile} />
      <RestoreForm source={file && { file, invite }} />
    </FormCard>
  );
}

interface SetupBackupsProps {
  /** The query has already settled. */
  readonly query: UseQueryResult<SetupList>;
  readonly invite: string;
}

/** Lists the backups of the bucket that the operator has configured, if there is one. */
function SetupBackups({ query, invite }: SetupBackupsProps) {
  const { t } = useTranslation();
  const { data } = query;
  if (!data) return <LoadFailure text={t(($) => $.lists.failed)} query={query} />;
  const { backups, bucket } = data;
  if (!bucket && backups.length === 0) return null;
  const isListed = backups.length > 0 || bucket?.failure === null;
  return (
    <section className={styles.setup} aria-label={t(($) => $.admin.backups.title)}>
      <BucketFailure bucket={bucket} query={query} />
      <BackupFiles backups={backups} isPartial={!isListed} invite={invite} />
    </section>
  );
}

interface LoadFailureProps {
  readonly text: string;
  readonly query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
}

function LoadFailure({ text, query: { isFetching, refetch } }: LoadFailureProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.failure}>
      <p>{text}</p>
      <Button disabled={isFetching} onClick={() => void refetch()}>
        {t(($) => $.actions.retry)}
      </Button>
    </div>
  );
}

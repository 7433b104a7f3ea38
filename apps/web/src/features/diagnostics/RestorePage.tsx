import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { setupState } from '#data/diagnostics/restore.ts';
import { paths } from '#paths.ts';
import { FormCard, FormFooter } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { BackupFileField } from './BackupFileField.tsx';
import { RestoreForm } from './RestoreForm.tsx';

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
  // Restoring creates accounts, so the form must not go by later replies.
  const { data, isPending } = useQuery({ ...setupState(), refetchOnWindowFocus: false });
  const [file, setFile] = useState<File | undefined>(undefined);
  const invite = search.get('invite') ?? '';
  if (isPending) return <Spinner label={t(($) => $.global.loading)} />;
  const isMissingInvite = data?.needsInvitation === true && invite === '';
  if (data?.isNew !== true || isMissingInvite) {
    return (
      <FormCard
        title={title}
        text={
          data?.isNew === true
            ? t(($) => $.admin.backups.setup.needsInvitation)
            : t(($) => $.admin.backups.setup.notNew)
        }
      >
        <FormFooter>
          <Link to={paths.login}>{t(($) => $.admin.backups.setup.logIn)}</Link>
        </FormFooter>
      </FormCard>
    );
  }
  return (
    <FormCard title={title} text={t(($) => $.admin.backups.setup.text)}>
      <BackupFileField file={file} onChange={setFile} />
      <RestoreForm source={file && { file, invite }} />
    </FormCard>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError, type ApiFailure } from '#data/api.ts';
import { backUp, backupList, downloadLink } from '#data/diagnostics/server.ts';
import { failureText } from '#i18n/failure-text.ts';
import { numberText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { BackupFiles, BucketFailure } from './BackupFiles.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { QueryPanel } from '../Panel.tsx';
import styles from './Backups.module.css';

/** Lists the server's backups, makes new ones, and downloads them. */
export function BackupsPanel() {
  const { t, i18n } = useTranslation();
  const query = useQuery(backupList());
  const backup = useBackup(() => void query.refetch());
  const download = useMutation({
    mutationFn: downloadLink,
    // The response is an attachment, so the page stays.
    onSuccess: (url) => location.assign(url),
  });
  return (
    <QueryPanel
      title={t(($) => $.admin.backups.title)}
      about={t(($) => $.admin.backups.about)}
      advice={t(($) => $.admin.backups.advice)}
      isWide
      query={query}
    >
      {({ backups, bucket, isNightly, keep }) => (
        <>
          <p>
            {isNightly
              ? t(($) => $.admin.backups.nightly, { keep: numberText(keep, i18n.language) })
              : t(($) => $.admin.backups.notNightly)}
          </p>
          <MakeBackup {...backup} />
          <BucketFailure bucket={bucket} query={query} />
          {download.isError && <p role="alert">{t(($) => $.admin.backups.downloadFailed)}</p>}
          <BackupFiles
            backups={backups}
            isPartial={(bucket?.failure ?? null) !== null}
            onDownload={download.mutate}
          />
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

type BackupState =
  | { readonly is: 'idle' }
  | { readonly is: 'done'; readonly isVerified: boolean }
  | { readonly is: 'saving' | 'checking'; readonly fraction: number }
  /** `message`: the server's reason, after it has begun. */
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

/** Makes a backup on the server; unmounting cancels it. */
function useBackup(onMade: () => void) {
  const [state, setState] = useState<BackupState>({ is: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(): Promise<void> {
    const current = new AbortController();
    controller.current = current;
    setState({ is: 'saving', fraction: 0 });
    try {
      for await (const event of backUp(current.signal)) {
        if (event.type === 'progress') setState({ is: event.stage, fraction: event.fraction });
        if (event.type === 'failed') setState({ is: 'failed', message: event.message });
        if (event.type !== 'done') continue;
        setState({ is: 'done', isVerified: event.isVerified });
        onMade();
      }
    } catch (error) {
      if (current.signal.aborted) return;
      // An event stream that breaks off throws other errors.
      const failure: ApiFailure =
        error instanceof ApiRequestError ? error.failure : { is: 'unreachable' };
      setState({ is: 'failed', failure });
    }
  }

  return {
    state,
    start: () => void start(),
    cancel: () => {
      controller.current?.abort();
      setState({ is: 'idle' });
    },
  };
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

/** Another administrator, or another tab, is already making a backup. */
const CONFLICT = 409;

function BackupFailure({ state }: { readonly state: Extract<BackupState, { is: 'failed' }> }) {
  const { t } = useTranslation();
  if ('message' in state) return t(($) => $.admin.backups.failed, { message: state.message });
  const { failure } = state;
  if (failure.is === 'rejected' && failure.status === CONFLICT)
    return t(($) => $.admin.backups.busy);
  const { text, details } = failureText(t, failure);
  return `${text} ${details}`;
}

function BackupOutcome({ state }: { readonly state: BackupState }) {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.outcome} data-failed={state.is === 'failed'}>
      {(state.is === 'saving' || state.is === 'checking') &&
        t(($) => $.admin.backups.stages[state.is])}
      {state.is === 'done' &&
        (state.isVerified ? t(($) => $.admin.backups.done) : t(($) => $.admin.backups.unchecked))}
      {state.is === 'failed' && <BackupFailure state={state} />}
    </p>
  );
}

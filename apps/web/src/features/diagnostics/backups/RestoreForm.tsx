import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { restore, type RestoreSource, type RestoreStep } from '#data/diagnostics/restore.ts';
import { failureText } from '#i18n/failure-text.ts';
import { percentText } from '#i18n/formats.ts';
import { Button } from '#ui/Button.tsx';
import { Form, FormActions } from '#ui/FormCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Backups.module.css';

interface RestoreFormProps {
  /** The backup to restore; undefined until a file is chosen. */
  readonly source: RestoreSource | undefined;
  /** Unset on a new server, which has nothing to lose. */
  readonly onCancel?: () => void;
}

/** Restores a backup after the user has typed a word, and shows the progress. */
export function RestoreForm({ source, onCancel }: RestoreFormProps) {
  const { t } = useTranslation();
  const { step, start } = useRestore();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const word = t(($) => $.admin.backups.restore.word);
  const isBusy = step !== undefined && !['failed', 'lost', 'done'].includes(step.is);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isBusy || source === undefined) return;
    const isTyped = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
    setIsWrong(!isTyped);
    if (isTyped) start(source);
  }

  return (
    <Form onSubmit={submit}>
      <p>{t(($) => $.admin.backups.restore.warning)}</p>
      <TextField
        label={t(($) => $.admin.backups.restore.confirm, { word })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="off"
        disabled={isBusy || step?.is === 'done'}
        error={isWrong ? t(($) => $.admin.backups.restore.wrong, { word }) : undefined}
      />
      <RestoreOutcome step={step} />
      <FormActions>
        {onCancel && !isBusy && step?.is !== 'done' && (
          <Button onClick={onCancel}>{t(($) => $.actions.cancel)}</Button>
        )}
        {step?.is === 'done' ? (
          <Button kind="primary" onClick={() => location.assign('/')}>
            {t(($) => $.admin.backups.restore.reload)}
          </Button>
        ) : (
          <Button type="submit" kind="danger" disabled={isBusy || source === undefined}>
            {t(($) => $.admin.backups.restore.start)}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

/** Undefined before it starts. */
type RestoreProgress = RestoreStep | undefined;

/** Runs a restore; unmounting stops its upload. */
function useRestore() {
  const [step, setStep] = useState<RestoreProgress>(undefined);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function run(source: RestoreSource): Promise<void> {
    const current = new AbortController();
    controller.current = current;
    for await (const next of restore(source, current.signal)) setStep(next);
  }

  return { step, start: (source: RestoreSource) => void run(source) };
}

/** Returns the server's own reason for rejecting the backup. */
function reasonOf(t: TFunction, step: RestoreFailure): string {
  if ('message' in step) return step.message;
  const { failure } = step;
  if (!failure) return '';
  const isSpecific = failure.is === 'rejected' && [400, 403, 404, 409].includes(failure.status);
  if (isSpecific && failure.message !== undefined) return failure.message;
  const { text, details } = failureText(t, failure);
  return `${text} ${details}`;
}

type RestoreFailure = Extract<RestoreProgress, { is: 'failed' }>;

const wasReplaced = (step: RestoreFailure): boolean =>
  'message' in step && step.isReplaced === true;

function Failure({ step }: { readonly step: RestoreFailure }) {
  const { t } = useTranslation();
  return (
    <p role="alert" className={styles.outcome} data-failed>
      {!wasReplaced(step) && t(($) => $.admin.backups.restore.failed)}{' '}
      <bdi>{reasonOf(t, step)}</bdi>
    </p>
  );
}

function RestoreOutcome({ step }: { readonly step: RestoreProgress }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      {step?.is === 'uploading' && (
        <progress
          className={styles.progress}
          value={step.fraction}
          aria-label={t(($) => $.admin.backups.restore.uploading, {
            share: percentText(step.fraction, i18n.language),
          })}
        />
      )}
      <p role="status" className={styles.outcome}>
        {step?.is === 'uploading' &&
          t(($) => $.admin.backups.restore.uploading, {
            share: percentText(step.fraction, i18n.language),
          })}
        {step?.is === 'checking' && t(($) => $.admin.backups.restore.checking)}
        {step?.is === 'restoring' && t(($) => $.admin.backups.restore.restoring)}
        {step?.is === 'done' && t(($) => $.admin.backups.restore.done)}
      </p>
      {step?.is === 'failed' && <Failure step={step} />}
      {step?.is === 'lost' && (
        <p role="alert" className={styles.outcome} data-failed>
          {t(($) => $.admin.backups.restore.lost)}
        </p>
      )}
    </>
  );
}

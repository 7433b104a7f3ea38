import { normalisePassphrase } from '@matinee/shared/identity/passphrase';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { backendInfo } from '#data/account/backend.ts';
import { register, type RegisterResult } from '#data/account/register.ts';
import type { RegistrationDraft } from '#data/account/registration-draft.ts';
import { prederiveKeys } from '#data/account/sign-in.ts';
import { ApiError } from '#data/api.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { FormError, ServerFault } from '../FormError.tsx';
import { FormCard } from '../FormCard.tsx';
import { PassphraseField } from '../PassphraseField.tsx';
import { useKeyWorker } from '../use-key-worker.ts';
import { useCancellable } from '../useCancellable.ts';
import { answerCaptcha } from './captcha.ts';
import styles from './ProfileStep.module.css';

interface VerifyStepProps {
  readonly draft: RegistrationDraft;
  readonly onBack: () => void;
  readonly onRegistered: () => void;
}

type Outcome = Exclude<RegisterResult, { is: 'registered' }> | { readonly is: 'noMatch' };

/** The words once more, from what was kept of them; then the account is made. It may be tried again after any failure. */
export function VerifyStep({ draft, onBack, onRegistered }: VerifyStepProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const puzzle = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const { isBusy, run, cancel } = useCancellable();
  const keys = useKeyWorker();

  async function create(signal: AbortSignal): Promise<void> {
    const { passphrase, deviceName, profile, invite } = draft;
    if (normalisePassphrase(text) !== passphrase) return setOutcome({ is: 'noMatch' });
    setOutcome(undefined);
    const server = await client.ensureQueryData(backendInfo()).catch(failureOf);
    if (signal.aborted) return;
    if ('failure' in server) return setOutcome(server);
    const asking = { place: puzzle.current, language: i18n.language, signal };
    const answer = await answerCaptcha(server, asking);
    if (signal.aborted) return;
    if (answer === 'failed') return setOutcome({ is: 'captchaFailed' });
    const result = await register(
      {
        passphrase,
        deviceName,
        profile,
        captchaToken: answer.token,
        ...(invite !== '' && { invite }),
        signal,
      },
      keys,
    );
    if (result.is === 'registered') onRegistered();
    else if (!signal.aborted) setOutcome(result);
  }

  function typeWords(typed: string): void {
    setText(typed);
    prederiveKeys(typed, keys);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(create);
  }

  return (
    <FormCard
      title={t(($) => $.auth.verify.title)}
      text={<p>{t(($) => $.auth.verify.text)}</p>}
      step={{ at: 4, of: 4 }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <PassphraseField text={text} onChange={typeWords} isDisabled={isBusy} />
        <div ref={puzzle} />
        {outcome && <OutcomeFault outcome={outcome} />}
        <FormActions>
          {isBusy && <Spinner label={t(($) => $.auth.verify.creating)} />}
          <Button kind="quiet" onClick={isBusy ? cancel : onBack}>
            {isBusy ? t(($) => $.auth.cancel) : t(($) => $.auth.verify.again)}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t(($) => $.auth.verify.create)}
          </Button>
        </FormActions>
      </form>
    </FormCard>
  );
}

/** Only the server can say whether it wants a captcha. */
function failureOf(error: unknown): Outcome & { readonly is: 'failed' } {
  if (error instanceof ApiError) return { is: 'failed', failure: error.failure };
  throw error;
}

function OutcomeFault({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  if (outcome.is === 'failed') return <ServerFault failure={outcome.failure} />;
  return <FormError text={t(($) => $.auth.verify.faults[outcome.is])} />;
}

import type { Meta } from '@matinee/shared/contract/meta';
import { normalisePassphrase } from '@matinee/shared/identity/passphrase';
import { PASSPHRASE_WORDS } from '@matinee/shared/identity/passphrase-length';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { backendInfo } from '#data/account/backend.ts';
import { register, type RegisterResult, type RegistrationDraft } from '#data/account/register.ts';
import { prederiveKeys } from '#data/account/sign-in.ts';
import { ApiRequestError } from '#data/api.ts';
import { accountHost } from '#data/session.ts';
import { solveRecaptcha } from '#lib/recaptcha.ts';
import { solveTurnstile } from '#lib/turnstile.ts';
import { Button } from '#ui/Button.tsx';
import { Form, FormActions, FormCard, type FormStep } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { PassphraseField, useKeyWorker } from '../PassphraseField.tsx';
import { useCancellable, useRegistrationMode } from '../useApiRequest.ts';
import { LoginLink } from './InvitationGate.tsx';

interface VerifyStepProps {
  readonly step: FormStep;
  readonly draft: RegistrationDraft;
  readonly onBack: () => void;
  readonly onRegistered: () => void;
  readonly onMayExist: (mayExist: boolean) => void;
  /** The account exists, but couldn't be opened. */
  readonly onExists: () => void;
}

type Outcome = Exclude<RegisterResult, { is: 'registered' }> | { readonly is: 'noMatch' };

/** The user types the saved passphrase, which creates the account. Every failure can be retried. */
export function VerifyStep(props: VerifyStepProps) {
  const { step, draft, onBack, onRegistered, onMayExist, onExists } = props;
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const captcha = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const { isBusy, run, cancel } = useCancellable();
  const keys = useKeyWorker();

  async function create(signal: AbortSignal): Promise<void> {
    const { passphrase, deviceName, profile, invite, mayExist } = draft;
    if (normalisePassphrase(text) !== passphrase) return setOutcome({ is: 'noMatch' });
    setOutcome(undefined);
    const server = await client.ensureQueryData(backendInfo()).catch(failureOf);
    if (signal.aborted) return;
    if ('failure' in server) return setOutcome(server);
    const options = { container: captcha.current, language: i18n.language, signal };
    const solved = await solveCaptcha(server, options);
    if (signal.aborted) return;
    if (solved === 'failed') return setOutcome({ is: 'captchaFailed' });
    const result = await register(
      {
        passphrase,
        deviceName,
        profile,
        captchaToken: solved.token,
        ...(invite !== '' && { invite }),
        signal,
        // An earlier attempt may have created the account, whatever the result of this one.
        onMayExist: mayExist === true ? undefined : onMayExist,
      },
      keys,
    );
    if (result.is === 'registered') return onRegistered();
    if (result.is === 'exists') onExists();
    // The server's rules have changed since the first step.
    if (result.is === 'notInvited')
      await client.refetchQueries({ queryKey: backendInfo().queryKey });
    if (!signal.aborted) setOutcome(result);
  }

  function typePassphrase(typed: string): void {
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
      text={<p>{t(($) => $.auth.verify.text, { words: PASSPHRASE_WORDS })}</p>}
      step={step}
    >
      <Form onSubmit={submit}>
        <PassphraseField text={text} onChange={typePassphrase} isDisabled={isBusy} />
        <div ref={captcha} />
        {outcome && <OutcomeError outcome={outcome} isInvited={draft.invite !== ''} />}
        <FormActions>
          {isBusy && <Spinner label={t(($) => $.auth.verify.creating)} />}
          <Button kind="quiet" onClick={isBusy ? cancel : onBack}>
            {isBusy ? t(($) => $.actions.cancel) : t(($) => $.auth.verify.again)}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t(($) => $.auth.verify.create)}
          </Button>
        </FormActions>
      </Form>
      {outcome?.is === 'exists' && <LoginLink />}
    </FormCard>
  );
}

/** Without the server's metadata, it is unknown whether a captcha is required. */
function failureOf(error: unknown): Outcome & { readonly is: 'failed' } {
  if (error instanceof ApiRequestError) return { is: 'failed', failure: error.failure };
  throw error;
}

interface OutcomeErrorProps {
  readonly outcome: Outcome;
  readonly isInvited: boolean;
}

function OutcomeError({ outcome, isInvited }: OutcomeErrorProps) {
  const { t } = useTranslation();
  const mode = useRegistrationMode();
  if (outcome.is === 'failed') return <ServerError failure={outcome.failure} />;
  if (outcome.is === 'expired')
    return (
      <FormError
        text={t(($) => $.auth.login.expired.text)}
        details={t(($) => $.auth.login.expired.details)}
      />
    );
  if (outcome.is === 'notInvited' && mode === 'closed')
    return <FormError text={t(($) => $.auth.login.closed, { host: accountHost() })} />;
  if (outcome.is === 'notInvited' && !isInvited)
    return <FormError text={t(($) => $.auth.verify.invitationNeeded, { host: accountHost() })} />;
  return <FormError text={t(($) => $.auth.verify.errors[outcome.is])} />;
}

interface CaptchaOptions {
  /** Shows the challenge. */
  readonly container: HTMLElement | null;
  readonly language: string;
  readonly signal: AbortSignal;
}

/**
 * Loads the captcha's script only when the server requires one. A token is valid once, so each attempt needs a new one.
 */
async function solveCaptcha(
  { hasCaptcha, captchaClientKey, captchaProvider }: Meta,
  { container, language, signal }: CaptchaOptions,
): Promise<{ readonly token?: string } | 'failed'> {
  if (!hasCaptcha || captchaClientKey === undefined) return {};
  try {
    if (captchaProvider !== 'turnstile')
      return { token: await solveRecaptcha(captchaClientKey, signal) };
    if (!container) return 'failed';
    const options = { siteKey: captchaClientKey, language, onInteraction: () => undefined, signal };
    return { token: await solveTurnstile(container, options) };
  } catch {
    return 'failed';
  }
}

import type { PassphraseCheck } from '@matinee/shared/identity/passphrase';
import { PASSPHRASE_WORDS } from '@matinee/shared/identity/passphrase-length';
import { useEffect, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { signInWithPasskey, type PasskeySignInResult } from '#data/account/passkey.ts';
import { prederiveKeys, signIn } from '#data/account/sign-in.ts';
import { accountHost, backendUrl, sessionStore } from '#data/session.ts';
import { yieldToMain } from '#lib/scheduling.ts';
import { destinationOf, paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Form, FormActions, FormCard, FormFooter } from '#ui/FormCard.tsx';
import { FormError, ServerError, PasskeyError } from './FormError.tsx';
import { PassphraseField, useKeyWorker } from './PassphraseField.tsx';
import { useRegistrationMode, useCancellable } from './useApiRequest.ts';
import styles from './LoginPage.module.css';

type Outcome = Exclude<PasskeySignInResult, { is: 'signedIn' }>;

export function LoginPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.login.title) })}</title>
      <LoginForm />
    </>
  );
}

/** The passphrase never leaves this browser. */
function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [passphrase, setPassphrase] = useState('');
  const [deviceName, setDeviceName] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const keys = useKeyWorker();
  const hasPasskey = useStore(sessionStore, ({ lock, account }) => lock !== null && !account);

  async function enter(attempt: Promise<PasskeySignInResult>, signal: AbortSignal) {
    // Without an earlier outcome, this would only render the form again.
    if (outcome) setOutcome(undefined);
    const result = await attempt;
    if (result.is === 'signedIn') {
      // Renders the header's account first: with the home page, it is a long task on a phone (scripts/bench/login.ts).
      await yieldToMain();
      await navigate(destinationOf(search));
    } else if (!signal.aborted) setOutcome(result);
  }

  function typePassphrase(text: string): void {
    setPassphrase(text);
    prederiveKeys(text, keys);
  }

  return (
    <FormCard
      title={t(($) => $.auth.login.title)}
      text={<p>{t(($) => $.auth.login.text, { words: PASSPHRASE_WORDS })}</p>}
    >
      <CredentialsForm
        onPassphrase={(signal) => enter(signIn({ passphrase, deviceName, signal }, keys), signal)}
        onPasskey={
          hasPasskey ? (signal) => enter(signInWithPasskey(deviceName, signal), signal) : undefined
        }
      >
        <PassphraseField text={passphrase} onChange={typePassphrase} />
        <TextField
          label={t(($) => $.auth.device.label)}
          placeholder={t(($) => $.auth.device.placeholder)}
          value={deviceName}
          onChange={setDeviceName}
          maxLength={100}
          autoComplete="off"
          error={outcome?.is === 'noDeviceName' ? t(($) => $.auth.device.missing) : undefined}
        />
        {outcome && <LoginError outcome={outcome} />}
      </CredentialsForm>
      <RegisterLink search={search.toString()} />
      <FormFooter>
        {t(($) => $.linking.enter.invitation)}{' '}
        <Link to={{ pathname: paths.link, search: search.toString() }}>
          {t(($) => $.linking.enter.link)}
        </Link>
      </FormFooter>
    </FormCard>
  );
}

function RegisterLink({ search }: { readonly search: string }) {
  const { t } = useTranslation();
  if (useRegistrationMode() === 'closed')
    return <FormFooter>{t(($) => $.auth.login.closed, { host: accountHost() })}</FormFooter>;
  return (
    <FormFooter>
      {t(($) => $.auth.login.hasNone)}{' '}
      <Link to={{ pathname: paths.register, search }}>{t(($) => $.auth.registerTitle)}</Link>
    </FormFooter>
  );
}

interface CredentialsFormProps {
  readonly onPassphrase: (signal: AbortSignal) => Promise<void>;
  readonly onPasskey: ((signal: AbortSignal) => Promise<void>) | undefined;
  readonly children: ReactNode;
}

/**
 * The fields stay enabled while the request runs: disabling them would render the form, which takes most of the time of
 * a press on a slow phone. Text typed in the meantime belongs to the next attempt.
 */
function CredentialsForm({ onPassphrase, onPasskey, children }: CredentialsFormProps) {
  const { t } = useTranslation();
  const { isBusy, run, cancel } = useCancellable();

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(onPassphrase);
  }

  /** Submits on keydown: the browser's own submit would handle two more key events and a click in the same task. */
  function submitOnEnter(event: KeyboardEvent): void {
    const { key, target, nativeEvent, defaultPrevented } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || defaultPrevented) return;
    if (!(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!isBusy) void run(onPassphrase);
  }

  return (
    <>
      <Form onSubmit={submit} onKeyDown={submitOnEnter}>
        {children}
        <FormActions>
          {isBusy && <SlowIndicator onCancel={cancel} />}
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t(($) => $.auth.login.submit)}
          </Button>
        </FormActions>
      </Form>
      {onPasskey && (
        <div className={styles.passkey}>
          <p>{t(($) => $.passkey.login.text)}</p>
          <Button disabled={isBusy} onClick={() => void run(onPasskey)}>
            {t(($) => $.passkey.login.button)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Most logins are faster, and rendering a spinner would slow them down on a slow phone. */
const SLOW_AFTER_MS = 1_000;

function SlowIndicator({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <>
      <Spinner label={t(($) => $.auth.login.loggingIn)} />
      <Button kind="quiet" onClick={onCancel}>
        {t(($) => $.actions.cancel)}
      </Button>
    </>
  );
}

function LoginError({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const host = URL.parse(backendUrl() ?? '')?.host;
  const wrong = t(($) => $.auth.login.wrong);
  switch (outcome.is) {
    case 'noDeviceName':
      return null;
    case 'noServer':
      return (
        <FormError
          text={t(($) => $.auth.errors.noServer.text)}
          details={t(($) => $.auth.errors.noServer.details)}
        />
      );
    case 'unknownAccount':
      return <FormError text={wrong} details={t(($) => $.auth.login.unknown, { host })} />;
    case 'unknownPasskey':
      return (
        <FormError
          text={t(($) => $.passkey.errors.unsupported.text)}
          details={t(($) => $.passkey.login.unknown, { host })}
        />
      );
    case 'expired':
      return (
        <FormError
          text={t(($) => $.auth.login.expired.text)}
          details={t(($) => $.auth.login.expired.details)}
        />
      );
    case 'failed':
      return <ServerError failure={outcome.failure} />;
    case 'badPassphrase':
      return <WrongPassphrase check={outcome.check} />;
    case 'canceled':
    case 'unsupported':
    case 'wrong':
      return <PasskeyError error={outcome} />;
  }
}

function WrongPassphrase({ check }: { readonly check: PassphraseCheck }) {
  const { t } = useTranslation();
  const wrong = t(($) => $.auth.login.wrong);
  switch (check.is) {
    case 'complete':
      return null;
    case 'tooShort':
    case 'tooLong':
      return (
        <FormError
          text={wrong}
          details={t(($) => $.auth.login.count, {
            count: check.count,
            words: PASSPHRASE_WORDS,
          })}
        />
      );
    case 'misspelt':
      return (
        <FormError
          text={wrong}
          details={t(($) => $.auth.login.misspelled, { count: check.unknown.length })}
        />
      );
    case 'mistaken':
      return <FormError text={wrong} details={t(($) => $.auth.login.invalidChecksum)} />;
  }
}

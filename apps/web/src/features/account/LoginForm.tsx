import type { PassphraseCheck } from '@matinee/shared/identity/passphrase';
import { useEffect, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { signInWithPasskey, type LockFailure } from '#data/account/passkey-lock.ts';
import { prederiveKeys, signIn, type SignInResult } from '#data/account/sign-in.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { yieldToMain } from '#lib/yield-to-main.ts';
import { destinationOf, paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { FormError, ServerFault } from './FormError.tsx';
import { FormCard } from './FormCard.tsx';
import { PasskeyError } from './passkey/PasskeyError.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { useKeyWorker } from './use-key-worker.ts';
import { useRegistrationMode } from './use-registration-mode.ts';
import { useCancellable } from './useCancellable.ts';
import styles from './LoginForm.module.css';

type Outcome = Exclude<SignInResult | LockFailure, { is: 'signedIn' }>;

/** Twelve words and what this device is called. The words stay here. */
export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [passphrase, setPassphrase] = useState('');
  const [deviceName, setDeviceName] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const keys = useKeyWorker();
  const hasPasskey = useStore(sessionStore, ({ lock, account }) => lock !== null && !account);

  async function enter(asked: Promise<SignInResult | LockFailure>, signal: AbortSignal) {
    // Only where there is one: React would draw the form again to find out that nothing has changed.
    if (outcome) setOutcome(undefined);
    const result = await asked;
    if (result.is === 'signedIn') {
      // The header renders the account first: with home it is one long task on a phone (scripts/bench/login.ts).
      await yieldToMain();
      await navigate(destinationOf(search));
    } else if (!signal.aborted) setOutcome(result);
  }

  function typePassphrase(text: string): void {
    setPassphrase(text);
    prederiveKeys(text, keys);
  }

  return (
    <FormCard title={t(($) => $.auth.login.title)} text={<p>{t(($) => $.auth.login.text)}</p>}>
      <EnterForm
        onWords={(signal) => enter(signIn({ passphrase, deviceName, signal }, keys), signal)}
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
        {outcome && <LoginFault outcome={outcome} />}
      </EnterForm>
      <ToRegister search={search.toString()} />
      <p className={styles.register}>
        {t(($) => $.linking.enter.invitation)}{' '}
        <Link to={{ pathname: paths.link, search: search.toString() }}>
          {t(($) => $.linking.enter.link)}
        </Link>
      </p>
    </FormCard>
  );
}

function ToRegister({ search }: { readonly search: string }) {
  const { t } = useTranslation();
  if (useRegistrationMode() === 'closed')
    return <p className={styles.register}>{t(($) => $.auth.login.closed)}</p>;
  return (
    <p className={styles.register}>
      {t(($) => $.auth.login.hasNone)}{' '}
      <Link to={{ pathname: paths.register, search }}>{t(($) => $.auth.login.create)}</Link>
    </p>
  );
}

interface EnterFormProps {
  readonly onWords: (signal: AbortSignal) => Promise<void>;
  readonly onPasskey: ((signal: AbortSignal) => Promise<void>) | undefined;
  readonly children: ReactNode;
}

/**
 * What was asked is not drawn again to be answered, nor taken from whoever is in it: on a slow phone that was the most of a press.
 * What is typed meanwhile is for the next time.
 */
function EnterForm({ onWords, onPasskey, children }: EnterFormProps) {
  const { t } = useTranslation();
  const { isBusy, run, cancel } = useCancellable();

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(onWords);
  }

  /** Before the browser makes two more keys and a press of the button of it, in one task with them. */
  function enter(event: KeyboardEvent): void {
    const { key, target, nativeEvent, defaultPrevented } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || defaultPrevented) return;
    if (!(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!isBusy) void run(onWords);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its fields. */}
      <form className={styles.form} onSubmit={submit} onKeyDown={enter} noValidate>
        {children}
        <FormActions>
          {isBusy && <Lasting onCancel={cancel} />}
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t(($) => $.auth.login.submit)}
          </Button>
        </FormActions>
      </form>
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

/** Most logins have ended by then, and a phone that is slow has enough to do with that. */
const LASTS_AFTER_MS = 1_000;

function Lasting({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), LASTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!lasts) return null;
  return (
    <>
      <Spinner label={t(($) => $.auth.login.entering)} />
      <Button kind="quiet" onClick={onCancel}>
        {t(($) => $.auth.cancel)}
      </Button>
    </>
  );
}

function LoginFault({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const host = URL.parse(backendUrl() ?? '')?.host;
  const wrong = t(($) => $.auth.login.wrong);
  switch (outcome.is) {
    case 'noDeviceName':
      return null;
    case 'noServer':
      return <FormError text={t(($) => $.auth.trust.none.text)} />;
    case 'unknownAccount':
      return <FormError text={wrong} details={t(($) => $.auth.login.unknown, { host })} />;
    case 'failed':
      return <ServerFault failure={outcome.failure} />;
    case 'badPassphrase':
      return <WrongPassphrase check={outcome.check} />;
    case 'cancelled':
    case 'impossible':
    case 'wrong':
      return <PasskeyError why={outcome} />;
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
        <FormError text={wrong} details={t(($) => $.auth.login.count, { count: check.count })} />
      );
    case 'misspelt':
      return (
        <FormError
          text={wrong}
          details={t(($) => $.auth.login.misspelt, { count: check.unknown.length })}
        />
      );
    case 'mistaken':
      return <FormError text={wrong} details={t(($) => $.auth.login.mistaken)} />;
  }
}

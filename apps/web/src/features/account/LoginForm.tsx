import type { PassphraseCheck } from '@matinee/shared/identity/passphrase';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { signInWithPasskey, type LockFault } from '#data/account/passkey-lock.ts';
import { expectSignIn, signIn, type SignInResult } from '#data/account/sign-in.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormActions.tsx';
import { Fault, ServerFault } from './Fault.tsx';
import { FormCard } from './FormCard.tsx';
import styles from './LoginForm.module.css';
import { PasskeyFault } from './passkey/PasskeyFault.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { useKeyMaker } from './use-key-maker.ts';
import { useCancellable } from './useCancellable.ts';

type Outcome = Exclude<SignInResult | LockFault, { is: 'signedIn' }>;

/** Twelve words and what this device is called. The words stay here. */
export function LoginForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [passphrase, setPassphrase] = useState('');
  const [deviceName, setDeviceName] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const keys = useKeyMaker();

  const hasPasskey = useStore(sessionStore, ({ lock, account }) => lock !== null && !account);

  async function enter(asked: Promise<SignInResult | LockFault>, signal: AbortSignal) {
    setOutcome(undefined);
    const result = await asked;
    if (result.is === 'signedIn') await navigate(paths.home);
    else if (!signal.aborted) setOutcome(result);
  }

  function typePassphrase(text: string): void {
    setPassphrase(text);
    expectSignIn(text, keys);
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
      <p className={styles.register}>
        {t(($) => $.auth.login.hasNone)}{' '}
        <Link to={paths.register}>{t(($) => $.auth.login.create)}</Link>
      </p>
      <p className={styles.register}>
        {t(($) => $.linking.enter.invitation)}{' '}
        <Link to={paths.link}>{t(($) => $.linking.enter.link)}</Link>
      </p>
    </FormCard>
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

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {children}
        <FormActions>
          {isBusy && <Spinner label={t(($) => $.auth.login.entering)} />}
          {isBusy && (
            <Button kind="quiet" onClick={cancel}>
              {t(($) => $.auth.cancel)}
            </Button>
          )}
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

function LoginFault({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const host = URL.parse(backendUrl() ?? '')?.host;
  const wrong = t(($) => $.auth.login.wrong);
  switch (outcome.is) {
    case 'noDeviceName':
      return null;
    case 'noServer':
      return <Fault text={t(($) => $.auth.trust.none.text)} />;
    case 'unknownAccount':
      return <Fault text={wrong} details={t(($) => $.auth.login.unknown, { host })} />;
    case 'failed':
      return <ServerFault failure={outcome.failure} />;
    case 'badPassphrase':
      return <WrongPassphrase check={outcome.check} />;
    case 'cancelled':
    case 'impossible':
    case 'wrong':
      return <PasskeyFault why={outcome} />;
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
      return <Fault text={wrong} details={t(($) => $.auth.login.count, { count: check.count })} />;
    case 'misspelt':
      return (
        <Fault
          text={wrong}
          details={t(($) => $.auth.login.misspelt, { count: check.unknown.length })}
        />
      );
    case 'mistaken':
      return <Fault text={wrong} details={t(($) => $.auth.login.mistaken)} />;
  }
}

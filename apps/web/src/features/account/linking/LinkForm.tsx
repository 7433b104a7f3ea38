import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { requestLink, newLinkNumber, type LinkResult } from '#data/account/link-guest.ts';
import { sessionStore } from '#data/session.ts';
import { destinationOf, paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { FormCard } from '../FormCard.tsx';
import { useCancellable } from '../useCancellable.ts';
import { ConfirmationCode } from './ConfirmationCode.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import styles from './LinkForm.module.css';

/** This device is to be linked; the code may come in the address, behind #. */
export function LinkForm() {
  const { hash } = useLocation();
  const [isSignedIn] = useState(() => sessionStore.getState().account !== null);
  return isSignedIn ? <SignedInAlready /> : <Entry key={hash} given={hash.slice(1)} />;
}

function Entry({ given }: { readonly given: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [code, setCode] = useState(given);
  const [deviceName, setDeviceName] = useState('');
  const [number, setNumber] = useState('');
  const [result, setResult] = useState<LinkResult>();
  const { isBusy, run, cancel } = useCancellable();

  async function ask(signal: AbortSignal): Promise<void> {
    const shown = newLinkNumber();
    setResult(undefined);
    setNumber(shown);
    const next = await requestLink({ code, deviceName, number: shown, signal });
    if (next.is === 'signedIn') await navigate(destinationOf(search), { replace: true });
    else if (!signal.aborted) setResult(next);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(ask);
  }

  if (isBusy) return <Waiting number={number} onCancel={cancel} />;
  return (
    <FormCard
      title={t(($) => $.linking.enter.title)}
      text={<p>{t(($) => $.linking.enter.text)}</p>}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t(($) => $.linking.enter.code)}
          value={code}
          onChange={setCode}
          maxLength={40}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={result?.is === 'noCode' ? t(($) => $.linking.enter.malformed) : undefined}
        />
        <TextField
          label={t(($) => $.auth.device.label)}
          placeholder={t(($) => $.auth.device.placeholder)}
          value={deviceName}
          onChange={setDeviceName}
          maxLength={100}
          autoComplete="off"
          error={result?.is === 'noDeviceName' ? t(($) => $.auth.device.missing) : undefined}
        />
        {result && <LinkStatus result={result} />}
        <FormActions>
          <Button kind="primary" type="submit">
            {t(($) => $.linking.enter.submit)}
          </Button>
        </FormActions>
      </form>
    </FormCard>
  );
}

interface WaitingProps {
  readonly number: string;
  readonly onCancel: () => void;
}

function Waiting({ number, onCancel }: WaitingProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t(($) => $.linking.enter.title)}>
      <p role="status">{t(($) => $.linking.enter.waiting)}</p>
      <ConfirmationCode number={number} />
      <FormActions>
        <Spinner label={t(($) => $.linking.enter.listening)} />
        <Button kind="quiet" onClick={onCancel}>
          {t(($) => $.auth.cancel)}
        </Button>
      </FormActions>
    </FormCard>
  );
}

function SignedInAlready() {
  const { t } = useTranslation();
  return (
    <FormCard
      title={t(($) => $.linking.enter.has)}
      text={<p>{t(($) => $.linking.enter.hasText)}</p>}
    >
      <FormActions>
        <ButtonLink to={paths.settings} kind="primary">
          {t(($) => $.linking.enter.settings)}
        </ButtonLink>
      </FormActions>
    </FormCard>
  );
}

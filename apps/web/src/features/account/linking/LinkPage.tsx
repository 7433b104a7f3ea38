import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { requestLink, newLinkNumber, type LinkResult } from '#data/account/link.ts';
import { sessionStore, backendUrl } from '#data/session.ts';
import { destinationOf, paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Form, FormActions, FormCard } from '#ui/FormCard.tsx';
import { useCancellable } from '../useApiRequest.ts';
import { FormError, LinkingError } from '../FormError.tsx';
import styles from './Linking.module.css';

export function LinkPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.linking.enter.title) })}</title>
      <LinkForm />
    </>
  );
}

/** Links this device; a QR code puts the linking code into the URL's hash. */
function LinkForm() {
  const { hash } = useLocation();
  const [isSignedIn] = useState(() => sessionStore.getState().account !== null);
  return isSignedIn ? <AlreadySignedIn /> : <CodeForm key={hash} initialCode={hash.slice(1)} />;
}

function CodeForm({ initialCode }: { readonly initialCode: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [code, setCode] = useState(initialCode);
  const [deviceName, setDeviceName] = useState('');
  const [number, setNumber] = useState('');
  const [result, setResult] = useState<LinkResult>();
  const { isBusy, run, cancel } = useCancellable();

  async function enter(signal: AbortSignal): Promise<void> {
    const nextNumber = newLinkNumber();
    setResult(undefined);
    setNumber(nextNumber);
    const next = await requestLink({ code, deviceName, number: nextNumber, signal });
    if (next.is === 'signedIn') await navigate(destinationOf(search), { replace: true });
    else if (!signal.aborted) setResult(next);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(enter);
  }

  if (isBusy) return <Waiting number={number} onCancel={cancel} />;
  return (
    <FormCard
      title={t(($) => $.linking.enter.title)}
      text={<p>{t(($) => $.linking.enter.text)}</p>}
    >
      <Form onSubmit={submit}>
        <TextField
          label={t(($) => $.linking.offer.code)}
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
        {result && <LinkResultError result={result} />}
        <FormActions>
          <Button kind="primary" type="submit">
            {t(($) => $.linking.enter.submit)}
          </Button>
        </FormActions>
      </Form>
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
      <p className={styles.number} dir="ltr">
        {number}
      </p>
      <FormActions>
        <Spinner label={t(($) => $.linking.offer.waiting)} />
        <Button kind="quiet" onClick={onCancel}>
          {t(($) => $.actions.cancel)}
        </Button>
      </FormActions>
    </FormCard>
  );
}

function AlreadySignedIn() {
  const { t } = useTranslation();
  return (
    <FormCard
      title={t(($) => $.linking.enter.alreadyLoggedIn)}
      text={<p>{t(($) => $.linking.enter.alreadyLoggedInText)}</p>}
    >
      <FormActions>
        <ButtonLink to={paths.settings} kind="primary">
          {t(($) => $.linking.enter.settings)}
        </ButtonLink>
      </FormActions>
    </FormCard>
  );
}

/** Errors that no field shows. */
function LinkResultError({ result }: { readonly result: LinkResult }) {
  const { t } = useTranslation();
  switch (result.is) {
    case 'signedIn':
    case 'noCode':
    case 'noDeviceName':
      return null;
    case 'unknownAccount':
      return (
        <FormError
          text={t(($) => $.linking.notLinked.title)}
          details={t(($) => $.linking.enter.unknown, { host: URL.parse(backendUrl() ?? '')?.host })}
        />
      );
    case 'loginExpired':
      return (
        <FormError
          text={t(($) => $.auth.login.expired.text)}
          details={t(($) => $.auth.login.expired.details)}
        />
      );
    default:
      return <LinkingError error={result} />;
  }
}

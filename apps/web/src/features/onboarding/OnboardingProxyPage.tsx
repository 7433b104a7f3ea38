import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';
import { updateSession } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Form, FormActions } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { OnboardingStep, useReturnTo } from './OnboardingStep.tsx';

const TEST_MS = 15_000;

export function OnboardingProxyPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.onboarding.proxy.title) })}</title>
      <ProxySetup />
    </>
  );
}

/** Saves the proxy only after a successful check. */
function ProxySetup() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const { check, test, reset } = useProxyTest();
  const [address, setAddress] = useState('');
  const isTesting = check === 'testing';
  const error = check === 'works' || check === 'testing' ? undefined : check;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const entry = address.trim();
    if ((await test(entry)) !== 'works') return;
    updateSession({ proxySet: [entry] });
    complete();
  }

  return (
    <OnboardingStep
      at={2}
      title={t(($) => $.onboarding.proxy.title)}
      text={t(($) => $.onboarding.proxy.text)}
    >
      <Form onSubmit={(event) => void submit(event)}>
        {config.ONBOARDING_PROXY_INSTALL_LINK !== undefined && (
          <a href={config.ONBOARDING_PROXY_INSTALL_LINK} target="_blank" rel="noreferrer">
            {t(($) => $.onboarding.proxy.install)}
          </a>
        )}
        <TextField
          label={t(($) => $.onboarding.proxy.address)}
          value={address}
          onChange={(text) => {
            setAddress(text);
            reset();
          }}
          error={error && t(($) => $.settings.proxies.outcomes[error])}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://"
          required
        />
        <FormActions>
          {isTesting && <Spinner label={t(($) => $.onboarding.proxy.testing)} />}
          <ButtonLink kind="quiet" to={to(paths.onboarding)}>
            {t(($) => $.actions.back)}
          </ButtonLink>
          <Button type="submit" kind="primary" disabled={isTesting}>
            {t(($) => $.onboarding.proxy.submit)}
          </Button>
        </FormActions>
      </Form>
    </OnboardingStep>
  );
}

/** Runs one test at a time; editing the address and unmounting abort it. */
function useProxyTest() {
  const [check, setCheck] = useState<ProxyCheck | 'testing'>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const reset = () => {
    current.current?.abort();
    setCheck(undefined);
  };
  const test = async (entry: string) => {
    reset();
    const lifetime = new AbortController();
    current.current = lifetime;
    setCheck('testing');
    const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(TEST_MS)]);
    const result = await checkProxyEntry(entry, signal);
    if (lifetime.signal.aborted) return undefined;
    setCheck(result);
    return result;
  };
  return { check, test, reset };
}

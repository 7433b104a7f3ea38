import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '#config.ts';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';
import { updateSession } from '#data/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Step } from './Step.tsx';
import { useReturnTo } from './useReturnTo.ts';
import styles from './ProxyScreen.module.css';

const TEST_MS = 15_000;

/** An address that is a proxy for certain before anything depends on it. */
export function ProxyScreen() {
  const { t } = useTranslation();
  const { to, complete } = useReturnTo();
  const { check, test, forget } = useProxyTest();
  const [address, setAddress] = useState('');
  const isTesting = check === 'testing';
  const fault = check === 'works' || check === 'testing' ? undefined : check;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const entry = address.trim();
    if ((await test(entry)) !== 'works') return;
    updateSession({ proxySet: [entry] });
    complete();
  }

  return (
    <Step
      at={2}
      title={t(($) => $.onboarding.proxy.title)}
      text={t(($) => $.onboarding.proxy.text)}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
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
            forget();
          }}
          error={fault && t(($) => $.settings.proxies.outcomes[fault])}
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
            {t(($) => $.onboarding.back)}
          </ButtonLink>
          <Button type="submit" kind="primary" disabled={isTesting}>
            {t(($) => $.onboarding.proxy.submit)}
          </Button>
        </FormActions>
      </form>
    </Step>
  );
}

/** One test at a time; it ends with another address, or with the page. */
function useProxyTest() {
  const [check, setCheck] = useState<ProxyCheck | 'testing'>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const forget = () => {
    current.current?.abort();
    setCheck(undefined);
  };
  const test = async (entry: string) => {
    forget();
    const life = new AbortController();
    current.current = life;
    setCheck('testing');
    const signal = AbortSignal.any([life.signal, AbortSignal.timeout(TEST_MS)]);
    const found = await checkProxyEntry(entry, signal);
    if (life.signal.aborted) return undefined;
    setCheck(found);
    return found;
  };
  return { check, test, forget };
}

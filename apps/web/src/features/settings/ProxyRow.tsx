import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';
import { parseProxyEntry } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ProxyRow.module.css';

const RELAY = '|type=api|';
const TEST_MS = 10_000;

interface ProxyRowProps {
  /** Counted from 1. */
  readonly number: number;
  readonly entry: string;
  readonly onChange: (entry: string) => void;
  readonly onRemove: () => void;
}

/** An address, what it is good for, and whether it answers. */
export function ProxyRow({ number, entry, onChange, onRemove }: ProxyRowProps) {
  const { t } = useTranslation();
  const [check, setCheck] = useState<ProxyCheck | 'testing'>();
  const isRelay = entry.startsWith(RELAY);
  const address = isRelay ? entry.slice(RELAY.length) : entry;
  const isBad = entry.trim() !== '' && !parseProxyEntry(entry);

  const said = (about: ProxyCheck | 'testing'): string =>
    isRelay && (about === 'unreachable' || about === 'notProxy')
      ? t(($) => $.settings.proxies.relayOutcomes[about])
      : t(($) => $.settings.proxies.outcomes[about]);

  function write(text: string, asRelay: boolean): void {
    setCheck(undefined);
    onChange(asRelay ? `${RELAY}${text}` : text);
  }

  async function test(): Promise<void> {
    setCheck('testing');
    setCheck(await checkProxyEntry(entry, AbortSignal.timeout(TEST_MS)));
  }

  return (
    <div className={styles.row}>
      <TextField
        label={t(($) => $.settings.proxies.address, { number })}
        value={address}
        onChange={(text) => write(text, isRelay)}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        placeholder="https://"
        error={isBad ? t(($) => $.settings.proxies.outcomes.invalid) : undefined}
      >
        <IconButton label={t(($) => $.settings.proxies.remove, { number })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </TextField>
      <SwitchField isOn={isRelay} onChange={(isOn) => write(address, isOn)}>
        {t(($) => $.settings.proxies.relay)}
      </SwitchField>
      <div className={styles.test}>
        <Button
          disabled={isBad || entry.trim() === '' || check === 'testing'}
          aria-label={t(($) => $.settings.proxies.testNamed, { number })}
          onClick={() => void test()}
        >
          {t(($) => $.settings.proxies.test)}
        </Button>
        <p role="status" data-check={check} className={styles.outcome}>
          {check && said(check)}
        </p>
      </div>
    </div>
  );
}

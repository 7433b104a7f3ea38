import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';
import { parseProxyEntry } from '#data/session.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSettingsForm } from './settings-form.ts';
import styles from './Connections.module.css';

/** The user's proxies and relays, used in addition to the site's. */
export function ProxiesCard() {
  const { t } = useTranslation();
  const { values, change } = useSettingsForm();
  const { proxies } = values;
  const set = (entries: readonly string[]) => change({ proxies: entries });
  return (
    <SettingsCard
      title={t(($) => $.settings.proxies.title)}
      text={t(($) => $.settings.proxies.text)}
    >
      <SwitchField
        isOn={proxies !== null}
        onChange={(isOn) => change({ proxies: isOn ? [] : null })}
      >
        {t(($) => $.settings.proxies.label)}
      </SwitchField>
      {proxies !== null && (
        <div className={styles.proxies}>
          {proxies.length === 0 && <p>{t(($) => $.settings.proxies.none)}</p>}
          {proxies.map((entry, index) => (
            // The index is the key: entries change while the user types.
            <ProxyRow
              key={index}
              number={index + 1}
              entry={entry}
              onChange={(text) => set(proxies.with(index, text))}
              onRemove={() => set(proxies.toSpliced(index, 1))}
            />
          ))}
          <Button onClick={() => set([...proxies, ''])}>
            <Plus aria-hidden />
            {t(($) => $.settings.proxies.add)}
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}

/** Prefix of the stored entry. */
const RELAY = '|type=api|';
const TEST_MS = 10_000;

interface ProxyRowProps {
  /** Counted from 1. */
  readonly number: number;
  readonly entry: string;
  readonly onChange: (entry: string) => void;
  readonly onRemove: () => void;
}

function ProxyRow({ number, entry, onChange, onRemove }: ProxyRowProps) {
  const { t } = useTranslation();
  const [check, setCheck] = useState<ProxyCheck | 'testing'>();
  const isRelay = entry.startsWith(RELAY);
  const address = isRelay ? entry.slice(RELAY.length) : entry;
  const isBad = entry.trim() !== '' && !parseProxyEntry(entry);

  const describe = (result: ProxyCheck | 'testing'): string =>
    isRelay && (result === 'unreachable' || result === 'notProxy')
      ? t(($) => $.settings.proxies.relayOutcomes[result])
      : t(($) => $.settings.proxies.outcomes[result]);

  function edit(text: string, asRelay: boolean): void {
    setCheck(undefined);
    onChange(asRelay ? `${RELAY}${text}` : text);
  }

  async function test(): Promise<void> {
    setCheck('testing');
    setCheck(await checkProxyEntry(entry, AbortSignal.timeout(TEST_MS)));
  }

  return (
    <div className={styles.proxy}>
      <TextField
        label={t(($) => $.settings.proxies.address, { number })}
        value={address}
        onChange={(text) => edit(text, isRelay)}
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
      <SwitchField isOn={isRelay} onChange={(isOn) => edit(address, isOn)}>
        {t(($) => $.settings.proxies.relay)}
      </SwitchField>
      <div className={styles.check}>
        <Button
          disabled={isBad || entry.trim() === '' || check === 'testing'}
          aria-label={t(($) => $.settings.proxies.testNamed, { number })}
          onClick={() => void test()}
        >
          {t(($) => $.settings.proxies.test)}
        </Button>
        <p role="status" data-check={check} className={styles.outcome}>
          {check && describe(check)}
        </p>
      </div>
    </div>
  );
}

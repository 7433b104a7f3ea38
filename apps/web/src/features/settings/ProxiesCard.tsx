import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { useChoices } from './settings-form-context.ts';
import { ProxyRow } from './ProxyRow.tsx';
import styles from './ProxiesCard.module.css';

/** Servers of one's own beside the site's: those that fetch, and those that search. */
export function ProxiesCard() {
  const { t } = useTranslation();
  const { choices, change } = useChoices();
  const { proxies } = choices;
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
        <div className={styles.rows}>
          {proxies.length === 0 && <p>{t(($) => $.settings.proxies.none)}</p>}
          {proxies.map((entry, at) => (
            // Lines are told apart by their place: what is in them changes while it is typed.
            <ProxyRow
              key={at}
              number={at + 1}
              entry={entry}
              onChange={(text) => set(proxies.with(at, text))}
              onRemove={() => set(proxies.toSpliced(at, 1))}
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

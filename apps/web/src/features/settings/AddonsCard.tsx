import { X } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { addAddon, userAddonsStore, removeAddon } from '#data/preferences/user-addons.ts';
import { checkAddon, type AddonCheck } from '#data/streams/check-addon.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './Connections.module.css';

const CHECK_MS = 15_000;

/** Add-ons that only this browser uses. Each is checked first and then saved at once, without the save bar. */
export function AddonsCard() {
  const { t } = useTranslation();
  const addons = useStore(userAddonsStore, (state) => state.addons);
  const id = useId();
  const [address, setAddress] = useState('');
  const [outcome, setOutcome] = useState<AddonCheck | 'checking'>();

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setOutcome('checking');
    const check = await checkAddon(address, AbortSignal.timeout(CHECK_MS)).catch(unreachable);
    setOutcome(check);
    if (!check.isUsable) return;
    addAddon(check);
    setAddress('');
  }

  return (
    <SettingsCard title={t(($) => $.settings.addons.title)} text={t(($) => $.settings.addons.text)}>
      {addons.length > 0 && (
        <ul className={styles.addons}>
          {addons.map(({ url, name }, at) => (
            <li key={url} className={styles.addon}>
              <span className={styles.about}>
                <span className={styles.addonName}>{name}</span>
                <bdi className={styles.address} id={`${id}-${at}`}>
                  {hostOf(url)}
                </bdi>
              </span>
              <IconButton
                label={t(($) => $.settings.addons.remove, { name })}
                aria-describedby={`${id}-${at}`}
                onClick={() => removeAddon(url)}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.addonForm} onSubmit={(event) => void add(event)} noValidate>
        <TextField
          label={t(($) => $.settings.addons.address)}
          value={address}
          onChange={(text) => {
            setAddress(text);
            setOutcome(undefined);
          }}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          placeholder="https://…/manifest.json"
        />
        <Button type="submit" disabled={address.trim() === '' || outcome === 'checking'}>
          {t(($) => $.settings.addons.add)}
        </Button>
        <p role="status" className={styles.outcome} data-good={isGood(outcome)}>
          {outcome && <Outcome outcome={outcome} />}
        </p>
      </form>
    </SettingsCard>
  );
}

function Outcome({ outcome }: { readonly outcome: AddonCheck | 'checking' }) {
  const { t } = useTranslation();
  if (outcome === 'checking') return t(($) => $.settings.addons.checking);
  if (outcome.isUsable) return t(($) => $.settings.addons.added, { name: outcome.name });
  return t(($) => $.settings.addons.errors[outcome.why]);
}

const isGood = (outcome: AddonCheck | 'checking' | undefined): boolean | undefined =>
  outcome === undefined || outcome === 'checking' ? undefined : outcome.isUsable;

const unreachable = (): AddonCheck => ({ isUsable: false, why: 'unreachable' });

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { backendInfo, readBackendAddress } from '#data/account/backend.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useChoices } from './settings-form-context.ts';
import styles from './ServerCard.module.css';

type Check =
  | { readonly is: 'asking' | 'failed' }
  | { readonly is: 'works'; readonly name: string; readonly version: string };

/** Another account server: it is asked who it is before, and what changing it means is said. */
export function ServerCard() {
  const { t } = useTranslation();
  const { choices, faults, change } = useChoices();
  const { server } = choices;
  const queryClient = useQueryClient();
  const [check, setCheck] = useState<Check>();
  const isNew = server !== sessionStore.getState().backendUrl;

  function write(text: string | null): void {
    setCheck(undefined);
    change({ server: text });
  }

  async function ask(): Promise<void> {
    const address = readBackendAddress(server ?? '');
    if (address === undefined) return;
    setCheck({ is: 'asking' });
    try {
      const { name, version } = await queryClient.fetchQuery({
        ...backendInfo(address),
        staleTime: 0,
      });
      setCheck({ is: 'works', name, version });
    } catch {
      setCheck({ is: 'failed' });
    }
  }

  return (
    <SettingsCard title={t(($) => $.settings.server.title)} text={t(($) => $.settings.server.text)}>
      <SwitchField isOn={server !== null} onChange={(isOn) => write(isOn ? '' : null)}>
        {t(($) => $.settings.server.label)}
      </SwitchField>
      {server !== null && (
        <>
          <TextField
            label={t(($) => $.settings.server.address)}
            value={server}
            onChange={write}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            placeholder="https://"
            error={
              faults.includes('server') && server !== ''
                ? t(($) => $.settings.save.faults.server)
                : undefined
            }
          />
          <div className={styles.check}>
            <Button
              disabled={readBackendAddress(server) === undefined || check?.is === 'asking'}
              onClick={() => void ask()}
            >
              {t(($) => $.settings.server.check)}
            </Button>
            <p role="status" data-check={check?.is} className={styles.outcome}>
              {check && t(($) => $.settings.server.outcomes[check.is], { ...check })}
            </p>
          </div>
        </>
      )}
      {isNew && <p className={styles.warning}>{t(($) => $.settings.server.warning)}</p>}
    </SettingsCard>
  );
}

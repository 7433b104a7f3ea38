import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { backendInfo, readBackendAddress } from '#data/account/backend.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { SwitchField } from '#ui/SwitchField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSettingsForm } from './settings-form.ts';
import styles from './Connections.module.css';

type Check =
  | { readonly is: 'contacting' | 'failed' }
  | { readonly is: 'works'; readonly name: string; readonly version: string };

/** Replaces the site's account server; shows its name on request, and warns that changing it logs the user out. */
export function ServerCard() {
  const { t } = useTranslation();
  const { values, invalid, change } = useSettingsForm();
  const { server } = values;
  const queryClient = useQueryClient();
  const [check, setCheck] = useState<Check>();
  const hasAccount = useStore(sessionStore, ({ account }) => account !== null);
  const isNew = server !== sessionStore.getState().backendUrl;

  function edit(text: string | null): void {
    setCheck(undefined);
    change({ server: text });
  }

  async function checkServer(): Promise<void> {
    const address = readBackendAddress(server ?? '');
    if (address === undefined) return;
    setCheck({ is: 'contacting' });
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
      <SwitchField isOn={server !== null} onChange={(isOn) => edit(isOn ? '' : null)}>
        {t(($) => $.settings.server.label)}
      </SwitchField>
      {server !== null && (
        <>
          <TextField
            label={t(($) => $.settings.server.address)}
            value={server}
            onChange={edit}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            placeholder="https://"
            error={
              invalid.includes('server') && server !== ''
                ? t(($) => $.settings.save.errors.server)
                : undefined
            }
          />
          <div className={styles.check}>
            <Button
              disabled={readBackendAddress(server) === undefined || check?.is === 'contacting'}
              onClick={() => void checkServer()}
            >
              {t(($) => $.settings.server.check)}
            </Button>
            <p role="status" data-check={check?.is} className={styles.outcome}>
              {check && t(($) => $.settings.server.outcomes[check.is], { ...check })}
            </p>
          </div>
        </>
      )}
      {isNew && hasAccount && (
        <p className={styles.warning}>{t(($) => $.settings.server.warning)}</p>
      )}
    </SettingsCard>
  );
}

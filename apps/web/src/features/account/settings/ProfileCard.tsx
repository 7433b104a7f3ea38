import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { deviceNameOf } from '#data/account/account-store.ts';
import { renameDevice, updateProfile } from '#data/account/devices.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import type { Account } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { ServerFault } from '../FormError.tsx';
import { ProfilePicker } from '../ProfilePicker.tsx';
import { useCancellable } from '../useCancellable.ts';
import { DEVICES } from './devices-key.ts';
import { SignOut } from './SignOut.tsx';
import { SyncState } from './SyncState.tsx';
import styles from './ProfileCard.module.css';

interface ProfileCardProps {
  readonly account: Account;
  /** Names can only be read and written with the seed. */
  readonly isOpen: boolean;
}

/** How the account looks everywhere, and what this device is called. */
export function ProfileCard({ account, isOpen }: ProfileCardProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const stored = deviceNameOf(account) ?? '';
  const [name, setName] = useState<string>();
  const [look, setLook] = useState(account.profile);
  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const { colorA, colorB, icon } = look;
  const isLookNew = (['colorA', 'colorB', 'icon'] as const).some(
    (part) => look[part] !== account.profile[part],
  );
  const isNameNew = name !== undefined && name.trim() !== stored;
  const isMissing = name?.trim() === '';

  async function save(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      if (isNameNew) await renameDevice(account.sessionId, name, signal);
      if (isLookNew) await updateProfile({ colorA, colorB, icon }, signal);
      setName(undefined);
      await queryClient.invalidateQueries({ queryKey: DEVICES });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isMissing) void run(save);
  }

  return (
    <SettingsCard title={t(($) => $.accountSettings.profile.title)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <ProfilePicker profile={look} onChange={(next) => setLook({ ...look, ...next })} />
        <TextField
          label={t(($) => $.auth.device.label)}
          value={name ?? stored}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
          disabled={!isOpen}
          hint={isOpen ? undefined : t(($) => $.passkey.nameLocked)}
          error={isMissing ? t(($) => $.auth.device.missing) : undefined}
        />
        {failure && <ServerFault failure={failure} />}
        <FormActions>
          <SignOut />
          <Button
            kind="primary"
            type="submit"
            disabled={isBusy || isMissing || !(isNameNew || isLookNew)}
          >
            {t(($) => $.accountSettings.profile.save)}
          </Button>
        </FormActions>
      </form>
      <SyncState />
    </SettingsCard>
  );
}

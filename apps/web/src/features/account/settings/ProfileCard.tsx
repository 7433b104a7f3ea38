import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { deviceNameOf } from '#data/account/account-store.ts';
import { renameDevice, updateProfile } from '#data/account/devices.ts';
import { syncStore } from '#data/account/sync-status.ts';
import { syncNow } from '#data/account/sync.ts';
import { settingsSyncStore } from '#data/preferences/settings-sync.ts';
import type { Account } from '#data/session.ts';
import { bookmarksStore } from '#data/user-data/bookmarks.ts';
import { historyStore } from '#data/user-data/history.ts';
import { listsStore } from '#data/user-data/lists.ts';
import { progressStore } from '#data/user-data/progress.ts';
import { ratingsStore } from '#data/user-data/ratings.ts';
import { flushStore, hasPending, hasRejected, retryFlush } from '#data/user-data/sync/flush.ts';
import { pendingCount } from '#data/user-data/sync/queue.ts';
import { dateFormat } from '#i18n/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Form, FormActions } from '#ui/FormCard.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ServerError } from '../FormError.tsx';
import { ProfilePicker } from '../ProfilePicker.tsx';
import { useApiRequest, useCancellable } from '../useApiRequest.ts';
import { DEVICES } from './DevicesCard.tsx';
import { SignOut } from './SignOut.tsx';
import styles from './AccountSettings.module.css';

interface ProfileCardProps {
  readonly account: Account;
  /** The seed, which encrypts the device name, is unlocked. */
  readonly isUnlocked: boolean;
}

/** Colors and icon of the account, name of this device. */
export function ProfileCard({ account, isUnlocked }: ProfileCardProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const stored = deviceNameOf(account) ?? '';
  const [name, setName] = useState<string>();
  const [profile, setProfile] = useState(account.profile);
  const { isBusy, failure, send } = useApiRequest();
  const { colorA, colorB, icon } = profile;
  const isProfileNew = (['colorA', 'colorB', 'icon'] as const).some(
    (field) => profile[field] !== account.profile[field],
  );
  const isNameNew = name !== undefined && name.trim() !== stored;
  const isMissing = name?.trim() === '';

  async function save(signal: AbortSignal): Promise<void> {
    if (isNameNew) await renameDevice(account.sessionId, name, signal);
    if (isProfileNew) await updateProfile({ colorA, colorB, icon }, signal);
    setName(undefined);
    await queryClient.invalidateQueries({ queryKey: DEVICES });
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isMissing) send(save);
  }

  return (
    <SettingsCard title={t(($) => $.auth.profile.title)}>
      <Form onSubmit={submit}>
        <ProfilePicker profile={profile} onChange={(next) => setProfile({ ...profile, ...next })} />
        <TextField
          label={t(($) => $.auth.device.label)}
          value={name ?? stored}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
          disabled={!isUnlocked}
          hint={isUnlocked ? undefined : t(($) => $.passkey.nameLocked)}
          error={isMissing ? t(($) => $.auth.device.missing) : undefined}
        />
        {failure && <ServerError failure={failure} />}
        <FormActions>
          <SignOut />
          <Button
            kind="primary"
            type="submit"
            disabled={isBusy || isMissing || !(isNameNew || isProfileNew)}
          >
            {t(($) => $.accountSettings.profile.save)}
          </Button>
        </FormActions>
      </Form>
      <SyncState userId={account.userId} />
    </SettingsCard>
  );
}

const isPending = (): boolean => hasPending();

/** Subscribes to everything that `hasPending` reads: after a change is sent, no other event may come for a while. */
function subscribePending(listener: () => void): () => void {
  const stops = [
    flushStore,
    bookmarksStore,
    progressStore,
    historyStore,
    ratingsStore,
    listsStore,
    settingsSyncStore,
  ].map((store) => store.subscribe(listener));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shows when the last sync was, or why changes are pending. */
function SyncState({ userId }: { readonly userId: string }) {
  const { t, i18n } = useTranslation();
  const status = useStore(syncStore);
  const sendFailure = useStore(flushStore, ({ failure }) => failure);
  useStore(bookmarksStore, ({ updateQueue }) => updateQueue);
  useStore(progressStore, ({ updateQueue }) => updateQueue);
  const isSending = useSyncExternalStore(subscribePending, isPending);
  const { isBusy, run } = useCancellable();
  const count = pendingCount();
  const failure = status.is === 'notSynced' ? status.failure : sendFailure;

  function retry(): void {
    retryFlush();
    void run((signal) => syncNow(signal));
  }

  if (failure) {
    return (
      <div className={styles.sync}>
        <ServerError failure={failure} />
        <p>{t(($) => $.accountSettings.sync.meanwhile)}</p>
        {count > 0 && <p>{t(($) => $.accountSettings.sync.unsent, { count })}</p>}
        <Button disabled={isBusy} onClick={retry}>
          {t(($) => $.actions.retry)}
        </Button>
      </div>
    );
  }
  if (status.is !== 'synced' || isSending)
    return <p className={styles.sync}>{t(($) => $.accountSettings.sync.syncing)}</p>;
  if (hasRejected(userId))
    return <p className={styles.sync}>{t(($) => $.accountSettings.sync.rejected)}</p>;
  const format = dateFormat(i18n.language, 'time');
  return (
    <p className={styles.sync}>
      {t(($) => $.accountSettings.sync.done, { time: format.format(status.at) })}
    </p>
  );
}

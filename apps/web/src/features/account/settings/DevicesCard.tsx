import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listDevices,
  removeDevice,
  type AccountDevice,
  renameDevice,
} from '#data/account/devices.ts';
import { deviceNameOf, shortName } from '#data/account/account-store.ts';
import type { Account } from '#data/session.ts';
import { dateFormat } from '#i18n/dates.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { useApiRequest } from '../useApiRequest.ts';
import styles from './AccountSettings.module.css';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface DevicesCardProps {
  readonly account: Account;
  /** The seed, which encrypts device names, is unlocked. */
  readonly isUnlocked: boolean;
}

/** This device first, then the most recently used. */
export function DevicesCard({ account, isUnlocked }: DevicesCardProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...DEVICES, account.sessionId],
    queryFn: ({ signal }) => listDevices(signal),
  });
  return (
    <SettingsCard
      title={t(($) => $.accountSettings.devices.title)}
      text={t(($) => $.accountSettings.devices.text)}
    >
      {isFetching && !data && <Spinner label={t(($) => $.accountSettings.devices.loading)} />}
      {isError && !isFetching && (
        <>
          <FormError text={t(($) => $.accountSettings.devices.failed)} />
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        </>
      )}
      {data && (
        <ul className={styles.list}>
          {data.map((device) => (
            <DeviceRow
              key={device.sessionId}
              device={device}
              name={deviceNameOf(account, device.deviceName)}
              isUnlocked={isUnlocked}
            />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

/** Query key of the device list. */
export const DEVICES = ['account', 'devices'] as const;

interface DeviceRowProps {
  readonly device: AccountDevice;
  /** Undefined for names that other clients encrypted differently, and while the seed is locked. */
  readonly name: string | undefined;
  readonly isUnlocked: boolean;
}

function DeviceRow({ device, name, isUnlocked }: DeviceRowProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, failure, send } = useApiRequest();
  const refresh = () => queryClient.invalidateQueries({ queryKey: DEVICES });
  const id = useId();
  const unnamed = isUnlocked
    ? t(($) => $.accountSettings.devices.unreadable)
    : t(($) => $.passkey.deviceLocked);

  async function remove(signal: AbortSignal): Promise<void> {
    await removeDevice(device.sessionId, signal);
    await refresh();
  }

  return (
    <li className={styles.row}>
      <div className={styles.about} id={id}>
        <p className={styles.name} title={name ?? unnamed}>
          {name === undefined ? unnamed : shortName(name)}
        </p>
        <DeviceUse device={device} />
      </div>
      {!device.isCurrent && (
        <>
          <Button
            kind="quiet"
            disabled={isBusy || !isUnlocked}
            aria-label={name && t(($) => $.accountSettings.devices.renameNamed, { name })}
            aria-describedby={id}
            onClick={() => setIsRenaming(true)}
          >
            {t(($) => $.lists.rename)}
          </Button>
          <Button
            kind="danger"
            disabled={isBusy}
            aria-label={name && t(($) => $.accountSettings.devices.removeNamed, { name })}
            aria-describedby={id}
            onClick={() => send(remove)}
          >
            {t(($) => $.accountSettings.devices.remove)}
          </Button>
        </>
      )}
      {isRenaming && (
        <RenameDeviceDialog
          sessionId={device.sessionId}
          name={name ?? ''}
          onRenamed={refresh}
          onClose={() => setIsRenaming(false)}
        />
      )}
      {failure && <ServerError failure={failure} />}
    </li>
  );
}

function DeviceUse({ device }: { readonly device: AccountDevice }) {
  const { t, i18n } = useTranslation();
  const format = dateFormat(i18n.language, 'mediumWithTime');
  const created = Date.parse(device.createdAt ?? '');
  const used = Date.parse(device.lastUsedAt ?? '');
  return (
    <p className={styles.facts}>
      {device.isCurrent && <span>{t(($) => $.header.thisDevice)}</span>}
      {!Number.isNaN(used) && !device.isCurrent && (
        <span>{t(($) => $.accountSettings.devices.lastUsed, { date: format.format(used) })}</span>
      )}
      {!Number.isNaN(created) && (
        <span>
          {t(($) => $.accountSettings.devices.firstUsed, { date: format.format(created) })}
        </span>
      )}
    </p>
  );
}

interface RenameDeviceDialogProps {
  readonly sessionId: string;
  readonly name: string;
  readonly onRenamed: () => Promise<void>;
  readonly onClose: () => void;
}

function RenameDeviceDialog({ sessionId, name, onRenamed, onClose }: RenameDeviceDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const { isBusy, failure, send } = useApiRequest();
  const isMissing = typed.trim() === '';
  const isReady = !isMissing && typed.trim() !== name;

  async function rename(signal: AbortSignal): Promise<void> {
    await renameDevice(sessionId, typed, signal);
    await onRenamed();
    onClose();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isReady) send(rename);
  }

  return (
    <Dialog
      title={t(($) => $.accountSettings.devices.renameTitle)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t(($) => $.actions.cancel)}
          </Button>
          <Button kind="primary" disabled={!isReady || isBusy} onClick={() => send(rename)}>
            {t(($) => $.lists.rename)}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextField
          label={t(($) => $.auth.device.label)}
          value={typed}
          onChange={setTyped}
          maxLength={100}
          autoComplete="off"
          error={isMissing ? t(($) => $.auth.device.missing) : undefined}
        />
      </form>
      {failure && <ServerError failure={failure} />}
    </Dialog>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDevices, removeDevice, type AccountDevice } from '#data/account/devices.ts';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError, ServerError } from '../FormError.tsx';
import { shortName } from '../short-name.ts';
import { useApiRequest } from '../useCancellable.ts';
import { RenameDeviceDialog } from './RenameDeviceDialog.tsx';
import styles from './AccountSettings.module.css';

interface DevicesCardProps {
  readonly sessionId: string;
  /** The seed, which encrypts device names, is unlocked. */
  readonly isUnlocked: boolean;
}

/** This device first, then the most recently used. */
export function DevicesCard({ sessionId, isUnlocked }: DevicesCardProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...DEVICES, sessionId, isUnlocked],
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
            <DeviceRow key={device.sessionId} device={device} isUnlocked={isUnlocked} />
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
  readonly isUnlocked: boolean;
}

function DeviceRow({ device, isUnlocked }: DeviceRowProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, failure, send } = useApiRequest();
  const refresh = () => queryClient.invalidateQueries({ queryKey: DEVICES });
  const unnamed = isUnlocked
    ? t(($) => $.accountSettings.devices.unreadable)
    : t(($) => $.passkey.deviceLocked);
  const name = device.name ?? unnamed;

  async function remove(signal: AbortSignal): Promise<void> {
    await removeDevice(device.sessionId, signal);
    await refresh();
  }

  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name} title={name}>
          {shortName(name)}
        </p>
        <DeviceUse device={device} />
      </div>
      {!device.isCurrent && (
        <>
          <Button
            kind="quiet"
            disabled={isBusy || !isUnlocked}
            aria-label={t(($) => $.accountSettings.devices.renameNamed, { name })}
            onClick={() => setIsRenaming(true)}
          >
            {t(($) => $.accountSettings.devices.rename)}
          </Button>
          <Button
            kind="danger"
            disabled={isBusy}
            aria-label={t(($) => $.accountSettings.devices.removeNamed, { name })}
            onClick={() => send(remove)}
          >
            {t(($) => $.accountSettings.devices.remove)}
          </Button>
        </>
      )}
      {isRenaming && (
        <RenameDeviceDialog
          sessionId={device.sessionId}
          name={device.name ?? ''}
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
  const format = new Intl.DateTimeFormat(regional(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const created = Date.parse(device.createdAt ?? '');
  const used = Date.parse(device.lastUsedAt ?? '');
  return (
    <p className={styles.facts}>
      {device.isCurrent && <span>{t(($) => $.accountSettings.devices.current)}</span>}
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

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeDevice, type AccountDevice } from '#data/account/devices.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { regional } from '#lib/format-locale.ts';
import { Button } from '#ui/Button.tsx';
import { ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';
import styles from './Devices.module.css';
import { DEVICES } from './devices-key.ts';
import { RenameDevice } from './RenameDevice.tsx';
import { shortName } from './short-name.ts';

interface DeviceRowProps {
  readonly device: AccountDevice;
  /** Its name can be read and written. */
  readonly isOpen: boolean;
}

/** What it is called, since when it is in use, and what can be done about it. */
export function DeviceRow({ device, isOpen }: DeviceRowProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isRenaming, setIsRenaming] = useState(false);
  const { isBusy, run } = useCancellable();
  const listAgain = () => queryClient.invalidateQueries({ queryKey: DEVICES });
  const unnamed = isOpen
    ? t(($) => $.accountSettings.devices.unreadable)
    : t(($) => $.passkey.deviceLocked);
  const name = device.name ?? unnamed;

  async function remove(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      await removeDevice(device.sessionId, signal);
      await listAgain();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  return (
    <li className={styles.device}>
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
            disabled={isBusy || !isOpen}
            aria-label={t(($) => $.accountSettings.devices.renameNamed, { name })}
            onClick={() => setIsRenaming(true)}
          >
            {t(($) => $.accountSettings.devices.rename)}
          </Button>
          <Button
            kind="danger"
            disabled={isBusy}
            aria-label={t(($) => $.accountSettings.devices.removeNamed, { name })}
            onClick={() => void run(remove)}
          >
            {t(($) => $.accountSettings.devices.remove)}
          </Button>
        </>
      )}
      {isRenaming && (
        <RenameDevice
          sessionId={device.sessionId}
          name={device.name ?? ''}
          onRenamed={listAgain}
          onClose={() => setIsRenaming(false)}
        />
      )}
      {failure && <ServerFault failure={failure} />}
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
    <p className={styles.use}>
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

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDevices, removeDevice, type AccountDevice } from '#data/account/devices.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Fault, ServerFault } from '../Fault.tsx';
import { useCancellable } from '../useCancellable.ts';
import styles from './Devices.module.css';
import { DEVICES } from './devices-key.ts';
import { shortName } from './short-name.ts';

/** This one first, then those used last. */
export function Devices({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...DEVICES, sessionId],
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
          <Fault text={t(($) => $.accountSettings.devices.failed)} />
          <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
        </>
      )}
      {data && (
        <ul className={styles.devices}>
          {data.map((device) => (
            <DeviceRow key={device.sessionId} device={device} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function DeviceRow({ device }: { readonly device: AccountDevice }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const name = device.name ?? t(($) => $.accountSettings.devices.unreadable);

  async function remove(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      await removeDevice(device.sessionId, signal);
      await queryClient.invalidateQueries({ queryKey: DEVICES });
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
        <Button
          kind="danger"
          disabled={isBusy}
          aria-label={t(($) => $.accountSettings.devices.removeNamed, { name })}
          onClick={() => void run(remove)}
        >
          {t(($) => $.accountSettings.devices.remove)}
        </Button>
      )}
      {failure && <ServerFault failure={failure} />}
    </li>
  );
}

function DeviceUse({ device }: { readonly device: AccountDevice }) {
  const { t, i18n } = useTranslation();
  if (device.isCurrent)
    return <p className={styles.use}>{t(($) => $.accountSettings.devices.current)}</p>;
  const used = Date.parse(device.lastUsedAt ?? '');
  if (Number.isNaN(used)) return null;
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <p className={styles.use}>
      {t(($) => $.accountSettings.devices.lastUsed, { date: format.format(used) })}
    </p>
  );
}

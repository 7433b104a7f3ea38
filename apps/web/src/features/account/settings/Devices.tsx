import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listDevices } from '#data/account/devices.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError } from '../FormError.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import styles from './Devices.module.css';
import { DEVICES } from './devices-key.ts';

interface DevicesProps {
  readonly sessionId: string;
  /** Their names can be read. */
  readonly isOpen: boolean;
}

/** This one first, then those used last. */
export function Devices({ sessionId, isOpen }: DevicesProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...DEVICES, sessionId, isOpen],
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
        <ul className={styles.devices}>
          {data.map((device) => (
            <DeviceRow key={device.sessionId} device={device} isOpen={isOpen} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

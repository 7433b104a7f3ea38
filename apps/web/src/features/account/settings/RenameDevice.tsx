import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { renameDevice } from '#data/account/devices.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';

interface RenameDeviceProps {
  readonly sessionId: string;
  readonly name: string;
  readonly onRenamed: () => Promise<void>;
  readonly onClose: () => void;
}

/** Another device of the same person: it is called so there, too. */
export function RenameDevice({ sessionId, name, onRenamed, onClose }: RenameDeviceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const isMissing = typed.trim() === '';
  const isReady = !isMissing && typed.trim() !== name;

  async function rename(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      await renameDevice(sessionId, typed, signal);
      await onRenamed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isReady) void run(rename);
  }

  return (
    <Dialog
      title={t(($) => $.accountSettings.devices.renameTitle)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t(($) => $.auth.cancel)}
          </Button>
          <Button kind="primary" disabled={!isReady || isBusy} onClick={() => void run(rename)}>
            {t(($) => $.accountSettings.devices.rename)}
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
      {failure && <ServerFault failure={failure} />}
    </Dialog>
  );
}

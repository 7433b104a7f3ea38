import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { renameDevice } from '#data/account/devices.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ServerError } from '../FormError.tsx';
import { useApiRequest } from '../useCancellable.ts';

interface RenameDeviceDialogProps {
  readonly sessionId: string;
  readonly name: string;
  readonly onRenamed: () => Promise<void>;
  readonly onClose: () => void;
}

export function RenameDeviceDialog({
  sessionId,
  name,
  onRenamed,
  onClose,
}: RenameDeviceDialogProps) {
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
            {t(($) => $.auth.cancel)}
          </Button>
          <Button kind="primary" disabled={!isReady || isBusy} onClick={() => send(rename)}>
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
      {failure && <ServerError failure={failure} />}
    </Dialog>
  );
}

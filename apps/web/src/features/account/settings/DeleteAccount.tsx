import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount } from '#data/account/sign-out.ts';
import { ApiError, type ApiFailure } from '#data/api.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { ServerFault } from '../FormError.tsx';
import { useCancellable } from '../useCancellable.ts';

/** For good, so it takes a word. */
export function DeleteAccount() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingsCard
      title={t(($) => $.accountSettings.delete.title)}
      text={t(($) => $.accountSettings.delete.text)}
    >
      <FormActions>
        <Button kind="danger" onClick={() => setIsAsking(true)}>
          {t(($) => $.accountSettings.delete.button)}
        </Button>
      </FormActions>
      {isAsking && <DeleteDialog onClose={() => setIsAsking(false)} />}
    </SettingsCard>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<ApiFailure>();
  const { isBusy, run } = useCancellable();
  const word = t(($) => $.accountSettings.delete.word);
  const isSure = typed.trim().toLowerCase() === word.toLowerCase();

  async function end(signal: AbortSignal): Promise<void> {
    setFailure(undefined);
    try {
      await deleteAccount(signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isSure) void run(end);
  }

  return (
    <Dialog
      title={t(($) => $.accountSettings.delete.question)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t(($) => $.auth.cancel)}
          </Button>
          <Button kind="danger" disabled={!isSure || isBusy} onClick={() => void run(end)}>
            {t(($) => $.accountSettings.delete.confirm)}
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <TextField
          label={t(($) => $.accountSettings.delete.type, { word })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      </form>
      {failure && <ServerFault failure={failure} />}
    </Dialog>
  );
}

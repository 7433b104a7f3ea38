import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount } from '#data/account/sign-out.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ServerError } from '../FormError.tsx';
import { useApiRequest } from '../useApiRequest.ts';

/** Asks the user to type a word, because deletion is final. */
export function DeleteAccountCard() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsCard
      title={t(($) => $.accountSettings.delete.title)}
      text={t(($) => $.accountSettings.delete.text)}
    >
      <FormActions>
        <Button kind="danger" onClick={() => setIsOpen(true)}>
          {t(($) => $.accountSettings.delete.button)}
        </Button>
      </FormActions>
      {isOpen && <DeleteDialog onClose={() => setIsOpen(false)} />}
    </SettingsCard>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { isBusy, failure, send } = useApiRequest();
  const word = t(($) => $.accountSettings.delete.word);
  const isSure = typed.trim().toLowerCase() === word.toLowerCase();

  async function remove(signal: AbortSignal): Promise<void> {
    await deleteAccount(signal);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isSure) send(remove);
  }

  return (
    <Dialog
      title={t(($) => $.accountSettings.delete.question)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t(($) => $.actions.cancel)}
          </Button>
          <Button kind="danger" disabled={!isSure || isBusy} onClick={() => send(remove)}>
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
      {failure && <ServerError failure={failure} />}
    </Dialog>
  );
}

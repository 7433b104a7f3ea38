import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { unlockWithPassphrase } from '#data/account/passkey-lock.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormError } from '../FormError.tsx';
import { PassphraseField } from '../PassphraseField.tsx';
import { useCancellable } from '../useCancellable.ts';

/** The twelve words open what the passkey would. */
export function PassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { isBusy, run } = useCancellable();

  async function unlock(signal: AbortSignal): Promise<void> {
    setIsWrong(false);
    const isOpen = await unlockWithPassphrase(text);
    if (signal.aborted) return;
    if (isOpen) onClose();
    else setIsWrong(true);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void run(unlock);
  }

  return (
    <Dialog
      title={t(($) => $.passkey.passphrase.title)}
      onClose={onClose}
      actions={
        <>
          {isBusy && <Spinner label={t(($) => $.passkey.passphrase.checking)} />}
          <Button kind="quiet" onClick={onClose}>
            {t(($) => $.auth.cancel)}
          </Button>
          <Button kind="primary" type="submit" form={form} disabled={isBusy}>
            {t(($) => $.passkey.passphrase.submit)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <PassphraseField text={text} onChange={setText} isDisabled={isBusy} />
      </form>
      {isWrong && <FormError text={t(($) => $.passkey.passphrase.wrong)} />}
    </Dialog>
  );
}

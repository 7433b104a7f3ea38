import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, useId, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  lockSeed,
  removeLock,
  unlockSeed,
  type LockFailure,
  type LockResult,
  unlockWithPassphrase,
  canUsePasskeys,
} from '#data/account/passkey.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useCancellable } from '../useApiRequest.ts';
import { PasskeyError, FormError } from '../FormError.tsx';
import { PassphraseField } from '../PassphraseField.tsx';

/** Locks and unlocks the account's seed with a passkey. Hidden in browsers without the PRF extension. */
export function PasskeyCard({ isUnlocked }: { readonly isUnlocked: boolean }) {
  const { t } = useTranslation();
  const isLocking = useStore(sessionStore, ({ lock }) => lock !== null);
  const { data: isOffered = false } = useQuery({
    queryKey: ['passkeys'],
    queryFn: canUsePasskeys,
    staleTime: Infinity,
  });
  if (!isLocking)
    return (
      isOffered && (
        <PasskeyAction
          key="lock"
          text={t(($) => $.passkey.unprotected)}
          label={t(($) => $.passkey.lock)}
          action={lockSeed}
        />
      )
    );
  if (!isUnlocked)
    return (
      <PasskeyAction
        key="unlock"
        text={t(($) => $.passkey.locked)}
        label={t(($) => $.passkey.unlock)}
        action={unlockSeed}
      >
        <PassphraseFallback />
      </PasskeyAction>
    );
  return (
    <SettingsCard title={t(($) => $.passkey.title)} text={t(($) => $.passkey.unlocked)}>
      <FormActions>
        <Button onClick={removeLock}>{t(($) => $.passkey.remove)}</Button>
      </FormActions>
    </SettingsCard>
  );
}

interface PasskeyActionProps {
  readonly text: string;
  readonly label: string;
  readonly action: (signal: AbortSignal) => Promise<LockResult>;
  readonly children?: ReactNode;
}

function PasskeyAction({ text, label, action, children }: PasskeyActionProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<LockFailure>();
  const { isBusy, run, cancel } = useCancellable();

  async function press(signal: AbortSignal): Promise<void> {
    setError(undefined);
    const result = await action(signal);
    if (result.is !== 'done' && !signal.aborted) setError(result);
  }

  return (
    <SettingsCard title={t(($) => $.passkey.title)} text={text}>
      {error && <PasskeyError error={error} isLocking={action === lockSeed} />}
      <FormActions>
        {isBusy && <Spinner label={t(($) => $.passkey.waiting)} />}
        {isBusy ? (
          <Button kind="quiet" onClick={cancel}>
            {t(($) => $.actions.cancel)}
          </Button>
        ) : (
          children
        )}
        <Button disabled={isBusy} onClick={() => void run(press)}>
          {label}
        </Button>
      </FormActions>
    </SettingsCard>
  );
}

/** Helps users who have lost the passkey. */
function PassphraseFallback() {
  const { t } = useTranslation();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setIsDialogOpen(true)}>
        {t(($) => $.passkey.passphrase.button)}
      </Button>
      {isDialogOpen && <PassphraseDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}

function PassphraseDialog({ onClose }: { readonly onClose: () => void }) {
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
            {t(($) => $.actions.cancel)}
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

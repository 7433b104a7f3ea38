import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  lockSeed,
  removeLock,
  unlockSeed,
  type LockFailure,
  type LockResult,
} from '#data/account/passkey-lock.ts';
import { canUsePasskeys } from '#data/account/passkey.ts';
import { sessionStore } from '#data/session.ts';
import { Button } from '#ui/Button.tsx';
import { SettingsCard } from '#ui/SettingsCard.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { useCancellable } from '../useCancellable.ts';
import { PasskeyError } from './PasskeyError.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';

/** Locks the key of the account, opens it, and takes the lock away; not there where browsers cannot. */
export function PasskeyCard({ isOpen }: { readonly isOpen: boolean }) {
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
        <Ask text={t(($) => $.passkey.off)} label={t(($) => $.passkey.lock)} ask={lockSeed} />
      )
    );
  if (!isOpen)
    return (
      <Ask text={t(($) => $.passkey.locked)} label={t(($) => $.passkey.unlock)} ask={unlockSeed}>
        <PassphraseWay />
      </Ask>
    );
  return (
    <SettingsCard title={t(($) => $.passkey.title)} text={t(($) => $.passkey.open)}>
      <FormActions>
        <Button onClick={removeLock}>{t(($) => $.passkey.remove)}</Button>
      </FormActions>
    </SettingsCard>
  );
}

interface AskProps {
  readonly text: string;
  readonly label: string;
  readonly ask: (signal: AbortSignal) => Promise<LockResult>;
  readonly children?: ReactNode;
}

/** One press, and the browser asks for the passkey. */
function Ask({ text, label, ask, children }: AskProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState<LockFailure>();
  const { isBusy, run, cancel } = useCancellable();

  async function press(signal: AbortSignal): Promise<void> {
    setWhy(undefined);
    const result = await ask(signal);
    if (result.is !== 'done' && !signal.aborted) setWhy(result);
  }

  return (
    <SettingsCard title={t(($) => $.passkey.title)} text={text}>
      {why && <PasskeyError why={why} />}
      <FormActions>
        {isBusy && <Spinner label={t(($) => $.passkey.waiting)} />}
        {isBusy ? (
          <Button kind="quiet" onClick={cancel}>
            {t(($) => $.auth.cancel)}
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

/** For when the passkey is lost. */
function PassphraseWay() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setIsAsking(true)}>
        {t(($) => $.passkey.passphrase.button)}
      </Button>
      {isAsking && <PassphraseDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { PASSPHRASE_WORDS } from '@matinee/shared/identity/passphrase-length';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import {
  clearRegistrationDraft,
  readRegistrationDraft,
  saveRegistrationDraft,
  type RegistrationDraft,
} from '#data/account/register.ts';
import { destinationOf } from '#paths.ts';
import type { FormStep } from '#ui/FormCard.tsx';
import { UnsavedChangesPrompt } from '#ui/UnsavedChangesPrompt.tsx';
import { DEFAULT_PROFILE } from '../ProfilePicker.tsx';
import { InvitationGate } from './InvitationGate.tsx';
import { PassphraseStep } from './PassphraseStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { TrustStep } from './TrustStep.tsx';
import { VerifyStep } from './VerifyStep.tsx';

export function RegisterPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.auth.registerTitle) })}</title>
      <RegisterFlow />
    </>
  );
}

/** Each step is a history entry, so that Back returns to the previous step. */
const StepState = z.object({ step: z.enum(['passphrase', 'profile', 'verify']) });
type LaterStep = z.infer<typeof StepState>['step'];
const STEPS = 4;

/** Trust, passphrase, profile, verify. Before the last step, only the invitation is sent. */
function RegisterFlow() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [stored] = useState(readRegistrationDraft);
  const [draft, setDraft] = useState(() => stored ?? newDraft(search.get('invite') ?? ''));
  const [progress, setProgress] = useState<'notStarted' | 'started' | 'registered'>(
    stored ? 'started' : 'notStarted',
  );
  const [exists, setExists] = useState(false);
  const stepInHistory = StepState.safeParse(state).data?.step;
  const step = progress === 'started' ? stepInHistory : undefined;

  // Back must not lead into the steps of a finished registration.
  if (progress === 'registered')
    return stepInHistory === undefined ? <Navigate to={destinationOf(search)} replace /> : null;

  const goTo = (next: LaterStep) =>
    void navigate({ search: search.toString() }, { state: { step: next } });
  const change = (changes: Partial<RegistrationDraft>): void => {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (progress === 'started') saveRegistrationDraft(next);
  };
  const start = (): void => {
    saveRegistrationDraft(draft);
    setProgress('started');
    goTo('passphrase');
  };
  const finish = (): void => {
    clearRegistrationDraft();
    setProgress('registered');
    void navigate(1 - STEPS);
  };
  const stepAt = (at: number): FormStep => ({
    at,
    of: STEPS,
    label: t(($) => $.auth.step, { at, total: STEPS }),
  });
  const steps: Readonly<Record<LaterStep, () => ReactNode>> = {
    passphrase: () => (
      <PassphraseStep
        step={stepAt(2)}
        passphrase={draft.passphrase}
        onNext={() => goTo('profile')}
      />
    ),
    profile: () => (
      <ProfileStep
        step={stepAt(3)}
        draft={draft}
        onChange={change}
        onBack={() => void navigate(-1)}
        onNext={() => goTo('verify')}
      />
    ),
    verify: () => (
      <VerifyStep
        step={stepAt(4)}
        draft={draft}
        onBack={() => void navigate(-2)}
        onRegistered={finish}
        onMayExist={(next) => change({ mayExist: next })}
        onExists={() => setExists(true)}
      />
    ),
  };
  return (
    <>
      <LeavePrompt isDirty={progress === 'started' && !exists} mayExist={draft.mayExist === true} />
      {step ? (
        steps[step]()
      ) : (
        <InvitationGate invite={draft.invite} onInvite={(invite) => change({ invite })}>
          {(isChecking) => <TrustStep step={stepAt(1)} isChecking={isChecking} onTrust={start} />}
        </InvitationGate>
      )}
    </>
  );
}

interface LeavePromptProps {
  readonly isDirty: boolean;
  /** Whether the server may have registered the account although no response arrived. */
  readonly mayExist: boolean;
}

function LeavePrompt({ isDirty, mayExist }: LeavePromptProps) {
  const { t } = useTranslation();
  return (
    <UnsavedChangesPrompt
      isDirty={isDirty}
      texts={{
        title: t(($) => $.auth.leave.title),
        text: mayExist
          ? t(($) => $.auth.leave.unsure, { words: PASSPHRASE_WORDS })
          : t(($) => $.auth.leave.text, { words: PASSPHRASE_WORDS }),
        leave: t(($) => $.auth.leave.leave),
        stay: t(($) => $.auth.leave.stay),
      }}
      onLeave={() => {
        if (!mayExist) clearRegistrationDraft();
      }}
    />
  );
}

function newDraft(invite: string): RegistrationDraft {
  return { passphrase: generatePassphrase(), deviceName: '', profile: DEFAULT_PROFILE, invite };
}

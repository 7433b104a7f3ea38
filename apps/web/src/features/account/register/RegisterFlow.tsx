import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import {
  clearRegistrationDraft,
  readRegistrationDraft,
  saveRegistrationDraft,
  type RegistrationDraft,
} from '#data/account/registration-draft.ts';
import { destinationOf } from '#paths.ts';
import { UnsavedChangesPrompt } from '#ui/UnsavedChangesPrompt.tsx';
import { FIRST_LOOK } from '../profile.ts';
import { InvitationGate } from './InvitationGate.tsx';
import { PassphraseStep } from './PassphraseStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { TrustStep } from './TrustStep.tsx';
import { VerifyStep } from './VerifyStep.tsx';

/** Each step is an entry in the history, so that Back goes one step back. */
const StepState = z.object({ step: z.enum(['passphrase', 'profile', 'verify']) });
type LaterStep = z.infer<typeof StepState>['step'];
const STEPS_BEFORE_LAST = 3;

/** Trust, passphrase, profile, verify; nothing but an invitation is sent before the last of them. */
export function RegisterFlow() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [stored] = useState(readRegistrationDraft);
  const [draft, setDraft] = useState(() => stored ?? newDraft(search.get('invite') ?? ''));
  const [progress, setProgress] = useState<'notBegun' | 'begun' | 'registered'>(
    stored ? 'begun' : 'notBegun',
  );
  const at = StepState.safeParse(state).data?.step;
  const step = progress === 'begun' ? at : undefined;

  // Back is not to lead into the steps of an account that exists.
  if (progress === 'registered')
    return at === undefined ? <Navigate to={destinationOf(search)} replace /> : null;

  const goTo = (next: LaterStep) =>
    void navigate({ search: search.toString() }, { state: { step: next } });
  const change = (part: Partial<RegistrationDraft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (progress === 'begun') saveRegistrationDraft(next);
  };
  const begin = (): void => {
    saveRegistrationDraft(draft);
    setProgress('begun');
    goTo('passphrase');
  };
  const finish = (): void => {
    clearRegistrationDraft();
    setProgress('registered');
    void navigate(-STEPS_BEFORE_LAST);
  };
  const steps: Readonly<Record<LaterStep, () => ReactNode>> = {
    passphrase: () => (
      <PassphraseStep passphrase={draft.passphrase} onNext={() => goTo('profile')} />
    ),
    profile: () => (
      <ProfileStep
        draft={draft}
        onChange={change}
        onBack={() => void navigate(-1)}
        onNext={() => goTo('verify')}
      />
    ),
    verify: () => (
      <VerifyStep draft={draft} onBack={() => void navigate(-2)} onRegistered={finish} />
    ),
  };
  return (
    <>
      <UnsavedChangesPrompt
        isDirty={progress === 'begun'}
        texts={t(($) => $.auth.leave, { returnObjects: true })}
        onLeave={clearRegistrationDraft}
      />
      {step ? (
        steps[step]()
      ) : (
        <InvitationGate invite={draft.invite} onInvite={(invite) => change({ invite })}>
          {(isChecking) => <TrustStep isChecking={isChecking} onTrust={begin} />}
        </InvitationGate>
      )}
    </>
  );
}

function newDraft(invite: string): RegistrationDraft {
  return { passphrase: generatePassphrase(), deviceName: '', profile: FIRST_LOOK, invite };
}

import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import type { Meta } from '@matinee/shared/contract/meta';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FIRST_LOOK } from '../profile.ts';
import { InvitationGate } from './InvitationGate.tsx';
import { PassphraseStep } from './PassphraseStep.tsx';
import { ProfileStep, type ProfileAnswers } from './ProfileStep.tsx';
import { TrustStep } from './TrustStep.tsx';
import { VerifyStep } from './VerifyStep.tsx';

type Step = 'trust' | 'passphrase' | 'profile' | 'verify';

/** Trust, passphrase, profile, verify; nothing but an invitation is sent before the last of them. */
export function RegisterFlow() {
  const [search] = useSearchParams();
  const [invite, setInvite] = useState(search.get('invite') ?? '');
  const [step, setStep] = useState<Step>('trust');
  const [server, setServer] = useState<Meta>();
  const [passphrase] = useState(() => generatePassphrase());
  const [profile, setProfile] = useState<ProfileAnswers>({ deviceName: '', look: FIRST_LOOK });

  if (step === 'trust' || !server) {
    const trust = (meta: Meta) => {
      setServer(meta);
      setStep('passphrase');
    };
    return (
      <InvitationGate invite={invite} onInvite={setInvite}>
        {(isChecking) => <TrustStep isChecking={isChecking} onTrust={trust} />}
      </InvitationGate>
    );
  }
  if (step === 'passphrase')
    return <PassphraseStep passphrase={passphrase} onNext={() => setStep('profile')} />;
  if (step === 'profile') {
    return (
      <ProfileStep
        profile={profile}
        onChange={setProfile}
        onBack={() => setStep('passphrase')}
        onNext={() => setStep('verify')}
      />
    );
  }
  return (
    <VerifyStep
      server={server}
      passphrase={passphrase}
      profile={profile}
      invite={invite}
      onBack={() => setStep('passphrase')}
    />
  );
}

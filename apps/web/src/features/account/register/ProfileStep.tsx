import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RegistrationDraft } from '#data/account/registration-draft.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormCard.tsx';
import { FormCard } from '../FormCard.tsx';
import { ProfilePicker } from '../ProfilePicker.tsx';
import styles from './ProfileStep.module.css';

interface ProfileStepProps {
  readonly draft: RegistrationDraft;
  readonly onChange: (part: Partial<RegistrationDraft>) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** What this device is called, and how the account looks. */
export function ProfileStep({ draft, onChange, onBack, onNext }: ProfileStepProps) {
  const { t } = useTranslation();
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (draft.deviceName.trim() === '') return setIsMissing(true);
    onNext();
  }

  function rename(deviceName: string): void {
    setIsMissing(false);
    onChange({ deviceName });
  }

  return (
    <FormCard
      title={t(($) => $.auth.profile.title)}
      text={<p>{t(($) => $.auth.profile.text)}</p>}
      step={{ at: 3, of: 4 }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t(($) => $.auth.device.label)}
          placeholder={t(($) => $.auth.device.placeholder)}
          value={draft.deviceName}
          onChange={rename}
          maxLength={100}
          autoComplete="off"
          error={isMissing ? t(($) => $.auth.device.missing) : undefined}
        />
        <ProfilePicker profile={draft.profile} onChange={(profile) => onChange({ profile })} />
        <FormActions>
          <Button kind="quiet" onClick={onBack}>
            {t(($) => $.auth.back)}
          </Button>
          <Button kind="primary" type="submit">
            {t(($) => $.auth.next)}
          </Button>
        </FormActions>
      </form>
    </FormCard>
  );
}

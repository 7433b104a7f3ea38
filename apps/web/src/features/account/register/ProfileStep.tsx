import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Look } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormActions } from '#ui/FormActions.tsx';
import { FormCard } from '../FormCard.tsx';
import { ProfilePicker } from '../ProfilePicker.tsx';
import styles from './ProfileStep.module.css';

export interface ProfileAnswers {
  readonly deviceName: string;
  readonly look: Look;
}

interface ProfileStepProps {
  readonly profile: ProfileAnswers;
  readonly onChange: (profile: ProfileAnswers) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** What this device is called, and how the account looks. */
export function ProfileStep({ profile, onChange, onBack, onNext }: ProfileStepProps) {
  const { t } = useTranslation();
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (profile.deviceName.trim() === '') return setIsMissing(true);
    onNext();
  }

  function rename(deviceName: string): void {
    setIsMissing(false);
    onChange({ ...profile, deviceName });
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
          value={profile.deviceName}
          onChange={rename}
          maxLength={100}
          autoComplete="off"
          error={isMissing ? t(($) => $.auth.device.missing) : undefined}
        />
        <ProfilePicker look={profile.look} onChange={(look) => onChange({ ...profile, look })} />
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

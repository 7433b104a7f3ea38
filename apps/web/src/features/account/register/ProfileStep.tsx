import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RegistrationDraft } from '#data/account/register.ts';
import { Button } from '#ui/Button.tsx';
import { Form, FormActions, FormCard, type FormStep } from '#ui/FormCard.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ProfilePicker } from '../ProfilePicker.tsx';

interface ProfileStepProps {
  readonly step: FormStep;
  readonly draft: RegistrationDraft;
  readonly onChange: (changes: Partial<RegistrationDraft>) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Device name, colors and icon. */
export function ProfileStep({ step, draft, onChange, onBack, onNext }: ProfileStepProps) {
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
      step={step}
    >
      <Form onSubmit={submit}>
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
            {t(($) => $.actions.back)}
          </Button>
          <Button kind="primary" type="submit">
            {t(($) => $.auth.next)}
          </Button>
        </FormActions>
      </Form>
    </FormCard>
  );
}

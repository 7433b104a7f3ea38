import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#ui/FormCard.tsx';

interface OnboardingStepProps {
  /** Counted from 1. */
  readonly at: 1 | 2;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function OnboardingStep({ at, title, text, children }: OnboardingStepProps) {
  const { t } = useTranslation();
  const step = { at, of: 2 };
  return (
    <FormCard
      title={title}
      text={<p>{text}</p>}
      step={{ ...step, label: t(($) => $.onboarding.step, step) }}
    >
      {children}
    </FormCard>
  );
}

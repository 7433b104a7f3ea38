import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#ui/FormCard.tsx';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { completeOnboarding } from '#data/preferences/onboarding.ts';
import { destinationOf } from '#paths.ts';

interface OnboardingStepProps {
  /** Counted from 1. */
  readonly at: 1 | 2;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function OnboardingStep({ at, title, text, children }: OnboardingStepProps) {
  const { t } = useTranslation();
  const total = 2;
  return (
    <FormCard
      title={title}
      text={<p>{text}</p>}
      step={{ at, of: total, label: t(($) => $.auth.step, { at, total }) }}
    >
      {children}
    </FormCard>
  );
}

/** Links between the onboarding pages keep their search; completing returns to the page that led here. */
export function useReturnTo() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    to: (pathname: string) => ({ pathname, search: withoutDialog(search) }),
    complete: () => {
      completeOnboarding();
      void navigate(destinationOf(search));
    },
  };
}

/** Removes the state of the open dialog. */
export function withoutDialog(search: URLSearchParams): string {
  const others = new URLSearchParams(search);
  others.delete('m');
  return others.toString();
}

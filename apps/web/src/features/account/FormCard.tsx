import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormCard as Card } from '#ui/FormCard.tsx';

interface FormCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Of how many questions this is one, and which, counted from 1. */
  readonly step?: { readonly at: number; readonly of: number };
  readonly children: ReactNode;
}

/** One question of an account. */
export function FormCard({ step, ...card }: FormCardProps) {
  const { t } = useTranslation();
  return <Card {...card} step={step && { ...step, label: t(($) => $.auth.step, { ...step }) }} />;
}

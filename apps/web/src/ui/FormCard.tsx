import type { ReactNode } from 'react';
import { useAttached } from '#lib/use-ref-effect.ts';
import styles from './FormCard.module.css';

interface FormCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Of how many questions this is one, and which, counted from 1. */
  readonly step?: { readonly at: number; readonly of: number; readonly label: string } | undefined;
  readonly children: ReactNode;
}

/** Who comes from the question before, by key or by ear, begins at the new one. */
function focusHeading(heading: HTMLElement, isFirst: boolean): () => void {
  if (!isFirst) heading.focus({ preventScroll: true });
  return () => undefined;
}

/** One question at a time, on one narrow card. */
export function FormCard({ title, text, step, children }: FormCardProps) {
  const heading = useAttached(focusHeading, (step?.at ?? 1) === 1);
  return (
    <section className={styles.card}>
      {step && (
        <p className={styles.steps} role="img" aria-label={step.label}>
          {Array.from({ length: step.of }, (_, index) => (
            <span key={index} className={styles.step} data-done={index < step.at || undefined} />
          ))}
        </p>
      )}
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {children}
    </section>
  );
}

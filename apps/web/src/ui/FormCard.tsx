import type { ComponentProps, ReactNode } from 'react';
import { useRefEffect } from '#lib/use-ref-effect.ts';
import styles from './FormCard.module.css';

export interface FormStep {
  /** Counted from 1. */
  readonly at: number;
  readonly of: number;
  readonly label: string;
}

interface FormCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** The position of one step of a wizard. */
  readonly step?: FormStep | undefined;
  readonly children: ReactNode;
}

/** Moves keyboard and screen reader users to the new step. */
function focusHeading(heading: HTMLElement, isFirst: boolean): () => void {
  if (!isFirst) heading.focus({ preventScroll: true });
  return () => undefined;
}

/** A page with a single narrow form, or one step of a wizard. */
export function FormCard({ title, text, step, children }: FormCardProps) {
  const heading = useRefEffect(focusHeading, (step?.at ?? 1) === 1);
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

/** A column of fields. The fields show errors, not the browser. */
export function Form(props: Omit<ComponentProps<'form'>, 'className'>) {
  return <form noValidate {...props} className={styles.form} />;
}

/** The buttons of a form or dialog, the primary one last. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** A sentence with a link to another form. */
export function FormFooter({ children }: { readonly children: ReactNode }) {
  return <p className={styles.footer}>{children}</p>;
}

import { useId, type ReactNode } from 'react';
import styles from './DevVideoForm.module.css';

interface FieldAttributes {
  readonly className: string | undefined;
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface DevVideoFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why what was typed cannot be used. */
  readonly fault?: string | undefined;
  readonly children: (attributes: FieldAttributes) => ReactNode;
}

/** A field with its name above it, and below it what it wants. */
export function DevVideoField({ label, hint, fault, children }: DevVideoFieldProps) {
  const id = useId();
  const noteId = useId();
  const note = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        className: styles.input,
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <span id={noteId} className={fault === undefined ? styles.hint : styles.fault}>
          {note}
        </span>
      )}
    </div>
  );
}

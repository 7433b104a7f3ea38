import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import styles from './TextField.module.css';

type Passed = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'id' | 'className'>;

interface TextFieldProps extends Passed {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the value, said when it appears. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Beside the field, as long as it is its own height. */
  readonly children?: ReactNode;
}

/** A line to type in, with its name above and what is wrong with it below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, children, ...input } = props;
  const id = useId();
  const about = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          aria-describedby={about === undefined ? undefined : `${id}-about`}
          aria-invalid={error !== undefined || undefined}
          {...input}
          id={id}
          className={styles.input}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {children}
      </div>
      {about !== undefined && (
        <p
          id={`${id}-about`}
          className={styles.about}
          data-error={error !== undefined || undefined}
          role={error === undefined ? undefined : 'alert'}
        >
          {about}
        </p>
      )}
    </div>
  );
}

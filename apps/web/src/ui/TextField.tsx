import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import styles from './Field.module.css';

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'id' | 'className'>;

interface TextFieldProps extends InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown below and announced when it appears. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Beside the input, such as a button. */
  readonly children?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, children, ...input } = props;
  const id = useId();
  const about = error ?? hint;
  return (
    <div className={styles.textField}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.textRow}>
        <input
          aria-describedby={about === undefined ? undefined : `${id}-about`}
          aria-invalid={error !== undefined || undefined}
          {...input}
          id={id}
          className={styles.textInput}
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

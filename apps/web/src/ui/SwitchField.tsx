import type { ReactNode } from 'react';
import styles from './SwitchField.module.css';

interface SwitchFieldProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
}

/** On or off, among other fields. */
export function SwitchField({ isOn, onChange, children }: SwitchFieldProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

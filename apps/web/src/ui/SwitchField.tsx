import type { ReactNode } from 'react';
import styles from './SwitchField.module.css';
import { SwitchIcon } from './SwitchIcon.tsx';

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
      <span className={styles.switch}>
        <SwitchIcon isOn={isOn} />
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          className={styles.input}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </span>
    </label>
  );
}

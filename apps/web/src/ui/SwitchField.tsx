import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface SwitchFieldProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The label. */
  readonly children: ReactNode;
}

export function SwitchField({ isOn, onChange, children }: SwitchFieldProps) {
  return (
    <label className={styles.switchField}>
      <span className={styles.switchLabel}>{children}</span>
      <span className={styles.switch}>
        <SwitchIcon isOn={isOn} />
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          className={styles.switchInput}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </span>
    </label>
  );
}

function SwitchIcon({ isOn }: { readonly isOn: boolean }) {
  return <span className={styles.track} data-on={isOn || undefined} aria-hidden />;
}

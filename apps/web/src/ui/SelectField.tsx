import { ChevronDown } from 'lucide-react';
import styles from './SelectField.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

/** The platform's own list: a wheel on a phone, letters on a keyboard. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <span className={styles.field}>
      <select
        className={styles.select}
        aria-label={label}
        title={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className={styles.arrow} />
    </span>
  );
}

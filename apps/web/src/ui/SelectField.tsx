import { ChevronDown } from 'lucide-react';
import styles from './Field.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly label: string;
  /** The id of a text that distinguishes fields with the same name. */
  readonly describedBy?: string | undefined;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { label, describedBy, value, options, onChange } = props;
  return (
    <span className={styles.selectField}>
      <select
        className={styles.select}
        aria-label={label}
        aria-describedby={describedBy}
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

import { Search } from 'lucide-react';
import styles from './FilterField.module.css';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Makes a long list short while one types. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <div className={styles.field}>
      <Search className={styles.icon} aria-hidden />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

import { Search } from 'lucide-react';
import styles from './Field.module.css';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters a long list while the user types. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <div className={styles.filterField}>
      <Search className={styles.filterIcon} aria-hidden />
      <input
        type="search"
        className={styles.filterInput}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

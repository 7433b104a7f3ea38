import styles from './Spinner.module.css';

interface SpinnerProps {
  /** Accessible name, such as "Loading". */
  readonly label: string;
  readonly size?: 'small' | 'large';
}

export function Spinner({ label, size = 'small' }: SpinnerProps) {
  return <span className={styles.spinner} data-size={size} role="status" aria-label={label} />;
}

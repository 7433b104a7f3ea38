import styles from './ProgressRing.module.css';

interface ProgressRingProps {
  /** 0 to 100. */
  readonly percentage: number;
  /** Accessible name; without it the ring is decorative. */
  readonly label?: string;
}

export function ProgressRing({ percentage, label }: ProgressRingProps) {
  const role = label === undefined ? { 'aria-hidden': true } : progressbar(label, percentage);
  return (
    <svg className={styles.ring} viewBox="0 0 24 24" {...role}>
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <circle
        className={styles.value}
        cx="12"
        cy="12"
        r="9"
        pathLength={100}
        strokeDasharray={`${percentage} 100`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  );
}

function progressbar(label: string, percentage: number) {
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(percentage),
  };
}

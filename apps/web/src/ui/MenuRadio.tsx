import { Check } from 'lucide-react';

import styles from './MenuRadio.module.css';

interface MenuRadioProps {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly isChecked: boolean;
  readonly onChoose: () => void;
}

/** One of several; arrows only walk past it, so that nothing is chosen on the way. */
export function MenuRadio({ label, detail, isChecked, onChoose }: MenuRadioProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChecked}
      className={styles.row}
      onClick={onChoose}
    >
      <Check className={styles.mark} strokeWidth={2.25} aria-hidden />
      <span className={styles.label}>{label}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </button>
  );
}

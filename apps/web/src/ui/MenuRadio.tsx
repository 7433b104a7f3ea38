import { Check } from 'lucide-react';
import { MenuRow } from './MenuRow.tsx';
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
    <MenuRow role="menuitemradio" aria-checked={isChecked} onPress={onChoose}>
      <Check
        className={styles.mark}
        data-shown={isChecked || undefined}
        strokeWidth={2.25}
        aria-hidden
      />
      <span className={styles.label}>{label}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </MenuRow>
  );
}

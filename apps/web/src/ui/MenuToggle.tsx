import { MenuRow } from './MenuRow.tsx';
import styles from './MenuToggle.module.css';

interface MenuToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** On or off; the menu stays open, so that it is seen which. */
export function MenuToggle({ label, isOn, onToggle }: MenuToggleProps) {
  return (
    <MenuRow role="menuitemcheckbox" aria-checked={isOn} onPress={() => onToggle(!isOn)}>
      <span className={styles.label}>{label}</span>
      <span className={styles.track} data-on={isOn || undefined} aria-hidden />
    </MenuRow>
  );
}

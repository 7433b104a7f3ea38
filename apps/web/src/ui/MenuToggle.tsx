import { MenuRow } from './MenuRow.tsx';
import styles from './MenuToggle.module.css';
import { SwitchMark } from './SwitchMark.tsx';

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
      <SwitchMark isOn={isOn} />
    </MenuRow>
  );
}

import type { LucideIcon } from 'lucide-react';
import { MenuRow } from './MenuRow.tsx';
import styles from './MenuSubmenuItem.module.css';

interface MenuActionProps {
  readonly icon: LucideIcon;
  /** May say for a moment what has been done. */
  readonly label: string;
  readonly onPress: () => void;
}

/** A row of a Menu that does something at once. */
export function MenuAction({ icon: Icon, label, onPress }: MenuActionProps) {
  return (
    <MenuRow role="menuitem" onPress={onPress}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label} aria-live="polite">
        {label}
      </span>
    </MenuRow>
  );
}

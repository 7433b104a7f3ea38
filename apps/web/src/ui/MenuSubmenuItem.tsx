import { ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuRow } from './MenuRow.tsx';
import styles from './MenuSubmenuItem.module.css';

interface MenuSubmenuItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** What is chosen on the page behind it. */
  readonly value?: ReactNode;
  /** It has the focus when the menu opens. */
  readonly isFirst?: boolean | undefined;
  readonly onOpen: () => void;
}

/** A row of a Menu that leads to another page of it. */
export function MenuSubmenuItem({
  icon: Icon,
  label,
  value,
  isFirst,
  onOpen,
}: MenuSubmenuItemProps) {
  return (
    <MenuRow role="menuitem" isFirst={isFirst} onPress={onOpen}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <ChevronRight className={styles.chevron} strokeWidth={1.75} aria-hidden />
    </MenuRow>
  );
}

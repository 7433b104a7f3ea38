import type { ReactNode } from 'react';
import styles from './MenuRow.module.css';

interface MenuRowProps {
  readonly role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox';
  readonly 'aria-checked'?: boolean;
  /** It has the focus when the menu opens. */
  readonly isFirst?: boolean | undefined;
  /** There, and of no use yet. */
  readonly isDisabled?: boolean | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** What all rows of a Menu have in common. */
export function MenuRow({ role, isFirst, isDisabled, onPress, children, ...state }: MenuRowProps) {
  return (
    <button
      type="button"
      role={role}
      {...state}
      className={styles.row}
      data-first={isFirst}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

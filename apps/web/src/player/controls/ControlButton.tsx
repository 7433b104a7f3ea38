import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { ariaKeys } from '../input/shortcuts.ts';
import type { ShortcutName } from '../input/shortcuts.ts';
import styles from './ControlButton.module.css';

interface ControlButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly shortcut?: ShortcutName | undefined;
  /** For a switch: its name stays, its state is told. */
  readonly pressed?: boolean | undefined;
  readonly size?: 'row' | 'centre' | undefined;
  /** A number inside the icon. */
  readonly children?: ReactNode;
  readonly onPress: () => void;
}

export function ControlButton(props: ControlButtonProps) {
  const { icon: Icon, label, shortcut, pressed, size = 'row', children, onPress } = props;
  return (
    <button
      type="button"
      className={styles.button}
      data-size={size}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
      title={label}
      onClick={onPress}
    >
      <Icon size={size === 'row' ? 20 : 32} strokeWidth={1.75} aria-hidden />
      <span aria-hidden>{children}</span>
    </button>
  );
}

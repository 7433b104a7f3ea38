import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#ui/IconButton.tsx';

import { ariaKeys } from '../../input/shortcuts.ts';
import type { ShortcutName } from '../../input/shortcuts.ts';
import styles from './ControlButton.module.css';

interface ControlButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly shortcut: ShortcutName;
  /** The state of a toggle button; its label stays. */
  readonly pressed?: boolean | undefined;
  /** Identifies a menu button, which gets the focus back. */
  readonly id?: string;
  readonly 'aria-haspopup'?: 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly size?: 'row' | 'center' | undefined;
  /** A number inside the icon. */
  readonly children?: ReactNode;
  readonly onPress: () => void;
}

export function ControlButton(props: ControlButtonProps) {
  const { icon: Icon, label, shortcut, pressed, size = 'row', children, onPress, ...popup } = props;
  return (
    <IconButton
      {...popup}
      className={styles.button}
      label={label}
      data-size={size}
      aria-pressed={pressed}
      aria-keyshortcuts={ariaKeys(shortcut)}
      onClick={onPress}
    >
      <Icon strokeWidth={1.75} aria-hidden />
      <span aria-hidden>{children}</span>
    </IconButton>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import styles from './MenuSubmenuItem.module.css';
import row from './MenuRow.module.css';

interface MenuLinkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly to: string;
}

/** A row of a Menu that leads to another page of the site. */
export function MenuLink({ icon: Icon, label, to }: MenuLinkProps) {
  return (
    <Link role="menuitem" className={row.row} to={to} onKeyDown={pressOnSpace}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{label}</span>
    </Link>
  );
}

/** An item of a menu answers to the space bar; a link by itself does not. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

import { ExternalLink } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import styles from './MenuSubmenuItem.module.css';
import row from './MenuRow.module.css';

interface MenuExternalLinkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly href: string;
  /** Kept under this name, where the browser may; otherwise it opens in a tab of its own. */
  readonly download?: string | undefined;
  /** A hint to read before the link is opened. */
  readonly hint?: string | undefined;
}

/** A row of a Menu that leads out of the page: a real link, for its own menu and for "save as". */
export function MenuExternalLink({
  icon: Icon,
  label,
  href,
  download,
  hint,
}: MenuExternalLinkProps) {
  return (
    <a
      role="menuitem"
      className={row.row}
      href={href}
      download={download}
      target="_blank"
      rel="noreferrer"
      onKeyDown={pressOnSpace}
    >
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <ExternalLink className={styles.chevron} strokeWidth={1.75} aria-hidden />
    </a>
  );
}

/** An item of a menu answers to the space bar; a link by itself does not. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

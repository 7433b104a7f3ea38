import { SearchX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SearchMessage.module.css';

interface SearchMessageProps {
  readonly kind: 'none' | 'failed';
  readonly title: string;
  /** Missing where what follows says it. */
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
}

/** In place of results: what happened, and what to do. */
export function SearchMessage({ kind, title, hint, action }: SearchMessageProps) {
  const Icon = kind === 'failed' ? Unplug : SearchX;
  return (
    <div
      className={styles.message}
      data-leads={hint === undefined || undefined}
      role={kind === 'failed' ? 'alert' : undefined}
    >
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <h1 className={styles.title}>{title}</h1>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

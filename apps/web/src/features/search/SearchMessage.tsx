import { SearchX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SearchMessage.module.css';

interface SearchMessageProps {
  readonly kind: 'none' | 'failed';
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
}

/** In place of results: what happened, and what to do. */
export function SearchMessage({ kind, title, hint, action }: SearchMessageProps) {
  const Icon = kind === 'failed' ? Unplug : SearchX;
  return (
    <div className={styles.message} role={kind === 'failed' ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.hint}>{hint}</p>
      {action}
    </div>
  );
}

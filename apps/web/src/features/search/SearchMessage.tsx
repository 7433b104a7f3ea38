import { SearchX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SearchMessage.module.css';

interface SearchMessageProps {
  readonly kind: 'none' | 'failed';
  readonly title: string;
  /** 1 where it stands in for the heading of the results. */
  readonly level: 1 | 2;
  readonly hint: string;
  readonly action?: ReactNode;
}

/** In place of results: what happened, and what to do. */
export function SearchMessage({ kind, title, level, hint, action }: SearchMessageProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const Icon = kind === 'failed' ? Unplug : SearchX;
  return (
    <div className={styles.message} role={kind === 'failed' ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.hint}>{hint}</p>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './StatusScreen.module.css';

interface StatusScreenProps {
  /** An icon of lucide-react. */
  readonly icon: ReactNode;
  readonly title: string;
  /** 1 where no title of a film stands above it. */
  readonly level?: 1 | 2;
  readonly text: string;
  /** What can be done about it. */
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** What every screen that plays nothing looks like: what happened, why, and what to do. */
export function StatusScreen({
  icon,
  title,
  level = 2,
  text,
  actions,
  children,
}: StatusScreenProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.screen}>
      <div className={styles.card}>
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        <div role="alert">
          <Heading className={styles.title}>{title}</Heading>
          <p className={styles.text}>{text}</p>
        </div>
        <div className={styles.actions}>{actions}</div>
        {children}
      </div>
    </section>
  );
}

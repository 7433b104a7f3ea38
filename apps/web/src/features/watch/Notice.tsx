import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  /** An icon of lucide-react. */
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** What every screen that plays nothing looks like: what happened, why, and what to do. */
export function Notice({ icon, title, text, actions, children }: NoticeProps) {
  return (
    <section className={styles.screen}>
      <div className={styles.card}>
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        <div role="alert">
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.text}>{text}</p>
        </div>
        <div className={styles.actions}>{actions}</div>
        {children}
      </div>
    </section>
  );
}

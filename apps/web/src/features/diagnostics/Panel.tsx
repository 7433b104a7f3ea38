import { useId, type ReactNode } from 'react';
import styles from './Diagnostics.module.css';

interface PanelProps {
  readonly title: string;
  readonly about?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, about, action, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {about && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}

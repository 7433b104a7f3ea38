import type { ReactNode } from 'react';
import styles from './Note.module.css';

interface NoteProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly children: ReactNode;
}

/** Something to know, with what can be done about it. */
export function Note({ title, icon, tone = 'plain', children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <p className={styles.title}>
        {icon}
        {title}
      </p>
      {children}
    </div>
  );
}

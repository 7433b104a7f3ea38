import { useId, type ReactNode } from 'react';
import styles from './SettingsCard.module.css';

interface SettingsCardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

export function SettingsCard({ title, text, children }: SettingsCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

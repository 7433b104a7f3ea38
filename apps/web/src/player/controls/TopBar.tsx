import type { ReactNode } from 'react';

import styles from './TopBar.module.css';

interface TopBarProps {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly back: ReactNode;
}

export function TopBar({ title, subtitle, back }: TopBarProps) {
  return (
    <div className={styles.bar}>
      {back}
      <div className={styles.titles}>
        <h1 className={styles.title} title={title}>
          {title}
        </h1>
        {subtitle !== undefined && (
          <p className={styles.subtitle} title={subtitle}>
            {subtitle}
          </p>
        )}
      </div>
    </div>
  );
}

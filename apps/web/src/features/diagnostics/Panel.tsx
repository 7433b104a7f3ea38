import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import styles from './Diagnostics.module.css';

interface PanelProps {
  readonly title: string;
  readonly about?: string;
  readonly action?: ReactNode;
  /** Spans all columns. */
  readonly isWide?: boolean | undefined;
  readonly children: ReactNode;
}

export function Panel({ title, about, action, isWide = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} data-wide={isWide} aria-labelledby={id}>
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

interface QueryPanelProps<Data> {
  readonly title: string;
  readonly about: string;
  /** Shown above the message of an error. */
  readonly advice: string;
  readonly isWide?: boolean;
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** Runs a query by a button and shows its result or error. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { title, about, advice, isWide, query, children } = props;
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  const label = data || error ? t(($) => $.admin.runAgain) : t(($) => $.admin.run);
  return (
    <Panel
      title={title}
      about={about}
      isWide={isWide}
      action={
        <Button
          disabled={isFetching}
          onClick={() => void refetch()}
          aria-label={t(($) => $.admin.named, { action: label, subject: title })}
        >
          {label}
        </Button>
      }
    >
      <div aria-live="polite" aria-busy={isFetching}>
        {error && (
          <div className={styles.advice}>
            <p>{advice}</p>
            <code dir="ltr">{error.message}</code>
          </div>
        )}
        {data && !error && children(data)}
      </div>
    </Panel>
  );
}

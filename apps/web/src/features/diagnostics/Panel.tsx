import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiRequestError } from '#data/api.ts';
import { failureText } from '#i18n/failure-text.ts';
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

interface LoadAdviceProps {
  readonly error: Error;
  /** Shown for a request that the server refuses, and for a response that can't be read. */
  readonly advice: string;
}

/** Explains why a panel has no data. */
export function LoadAdvice({ error, advice }: LoadAdviceProps) {
  const { t } = useTranslation();
  const failure = error instanceof ApiRequestError ? error.failure : undefined;
  if (!failure || (failure.is === 'rejected' && failure.status < 500 && failure.status !== 429))
    return <p>{advice}</p>;
  const { text, details } = failureText(t, failure);
  return (
    <>
      <p>{text}</p>
      <p>{details}</p>
    </>
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

/** Runs a query when a button is pressed, and shows its result or error. After a failure, earlier data stays. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { title, about, advice, isWide, query, children } = props;
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  const label = data !== undefined || error ? t(($) => $.admin.runAgain) : t(($) => $.admin.run);
  return (
    <Panel
      title={title}
      about={about}
      isWide={isWide}
      action={
        <Button
          // A reload in the background must not take the focus.
          disabled={isFetching && data === undefined}
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
            <LoadAdvice error={error} advice={advice} />
            <code dir="ltr">{error.message}</code>
          </div>
        )}
        {data !== undefined && children(data)}
      </div>
    </Panel>
  );
}

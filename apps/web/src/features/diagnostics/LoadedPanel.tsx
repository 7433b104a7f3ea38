import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRequestError } from '#data/api.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { LoadAdvice, Panel } from './Panel.tsx';
import styles from './Diagnostics.module.css';

interface LoadedPanelProps<Data> {
  readonly title: string;
  readonly about: string;
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Shown above the data, also while the data loads: a search field. */
  readonly controls?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a query that runs by itself. After a failure, earlier data and the other panels stay. */
export function LoadedPanel<Data>(props: LoadedPanelProps<Data>) {
  const { title, about, query, controls, children } = props;
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  return (
    <Panel
      title={title}
      about={about}
      isWide
      action={
        <IconButton
          label={t(($) => $.admin.named, { action: t(($) => $.admin.refresh), subject: title })}
          onClick={() => void refetch()}
        >
          <RotateCw aria-hidden />
        </IconButton>
      }
    >
      {controls}
      {error && <LoadError error={error} />}
      {data !== undefined && children(data)}
      {data === undefined && isFetching && (
        <SkeletonGroup>
          <VisuallyHidden>{t(($) => $.global.loading)}</VisuallyHidden>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function LoadError({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  const failure = error instanceof ApiRequestError ? error.failure : undefined;
  const requestId = failure?.is === 'rejected' ? failure.requestId : undefined;
  return (
    <div className={styles.advice} role="alert">
      <LoadAdvice error={error} advice={t(($) => $.admin.notLoaded)} />
      <code dir="ltr">{error.message}</code>
      {requestId !== undefined && <p>{t(($) => $.errors.requestId, { id: requestId })}</p>}
    </div>
  );
}

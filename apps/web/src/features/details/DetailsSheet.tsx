import type { SlugRef } from '@matinee/shared/media/slug';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CatalogueError } from '#data/catalog/details.ts';
import { titleDetails } from '#data/catalog/title-details.ts';
import { Button } from '#ui/Button.tsx';
import { Sheet } from '#ui/Sheet.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TitleFacts } from './TitleFacts.tsx';
import styles from './DetailsSheet.module.css';

interface DetailsSheetProps {
  readonly title: SlugRef;
  readonly onClose: () => void;
}

export function DetailsSheet({ title: { type, tmdbId }, onClose }: DetailsSheetProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(titleDetails(type, tmdbId));
  return (
    <Sheet
      label={data?.title ?? t(($) => $.details.name)}
      closeLabel={t(($) => $.actions.close)}
      onClose={onClose}
    >
      {data ? (
        <TitleFacts title={data} />
      ) : isFetching ? (
        <Loading />
      ) : (
        <Failed isUnknown={isNotFound(error)} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof CatalogueError && error.status === 404;

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={styles.loading} role="status" aria-label={t(($) => $.global.loading)}>
      <Skeleton shape="poster" />
      <div className={styles.lines}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </div>
  );
}

interface FailedProps {
  readonly isUnknown: boolean;
  readonly onRetry: () => void;
}

function Failed({ isUnknown, onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <h2>{isUnknown ? t(($) => $.details.unknown) : t(($) => $.details.failed)}</h2>
      <p>{isUnknown ? t(($) => $.details.unknownHint) : t(($) => $.details.failedHint)}</p>
      {!isUnknown && <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>}
    </div>
  );
}

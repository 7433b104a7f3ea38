import { useQuery } from '@tanstack/react-query';
import { SearchX, Unplug } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LIBRARY_PAGE,
  libraryPoster,
  libraryTitle,
  type LibraryQuery,
} from '#data/catalog/library.ts';
import { libraryPageOfViewer } from '#data/user-data/watched-titles.ts';
import { yearText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyList } from '#ui/ListPageLayout.tsx';
import { CardSkeleton, CardSkeletons } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { VirtualCardGrid, type GridHandle } from '#ui/VirtualCardGrid.tsx';
import { ClearFilters } from './LibraryFilters.tsx';
import styles from './LibraryPage.module.css';

const SKELETONS = 12;

interface QueryProps {
  readonly query: LibraryQuery;
}

/** Loads the titles near the window. Each card reads its title from the page that contains it. */
export function LibraryGrid({ query }: QueryProps) {
  const { t } = useTranslation();
  const grid = useRef<GridHandle>(null);
  const { data, isFetching, refetch } = useQuery(libraryPageOfViewer(query, 0));
  const total = data?.total ?? 0;
  const ids = useMemo(() => Array.from({ length: total }, (_, index) => String(index)), [total]);
  if (!data && isFetching) return <CardSkeletons count={SKELETONS} />;
  if (!data) return <LibraryFailed onRetry={() => void refetch()} />;
  if (total === 0)
    return (
      <EmptyList
        icon={SearchX}
        title={t(($) => $.library.noMatches)}
        hint={t(($) => $.library.noMatchesHint)}
      >
        <ClearFilters address={query} />
      </EmptyList>
    );
  return (
    <div className={styles.grid} data-letters={data.letters !== undefined}>
      <p className={styles.total} role="status">
        {t(($) => $.media.titles, { count: total })}
      </p>
      <VirtualCardGrid
        ids={ids}
        card={(id) => <LibraryCard query={query} index={Number(id)} />}
        handle={grid}
      />
      {data.letters && (
        <LetterBar letters={data.letters} onJump={(offset) => grid.current?.scrollTo(offset)} />
      )}
    </div>
  );
}

interface LibraryCardProps extends QueryProps {
  readonly index: number;
}

const LibraryCard = memo(function LibraryCard({ query, index }: LibraryCardProps) {
  const { t, i18n } = useTranslation();
  const {
    data: entry,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...libraryPageOfViewer(query, Math.floor(index / LIBRARY_PAGE)),
    select: ({ titles }) => titles[index % LIBRARY_PAGE],
  });
  if (!entry && isError && !isFetching)
    return (
      <div className={styles.retry}>
        <Button onClick={() => void refetch()}>{t(($) => $.actions.retry)}</Button>
      </div>
    );
  if (!entry) return <CardSkeleton />;
  const title = libraryTitle(entry);
  const kind =
    entry.section === 'videos' ? t(($) => $.library.video) : t(($) => $.media.types[title.type]);
  return (
    <Card
      title={title.title}
      poster={libraryPoster(entry)}
      details={[kind, ...(title.year === undefined ? [] : [yearText(title.year, i18n.language)])]}
      subject={title}
      href={paths.media(title)}
    />
  );
});

interface LetterBarProps {
  readonly letters: readonly { readonly letter: string; readonly offset: number }[];
  /** The position of the letter's first title. */
  readonly onJump: (offset: number) => void;
}

/** Jumps to the titles that begin with a letter. */
function LetterBar({ letters, onJump }: LetterBarProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.letters} aria-label={t(($) => $.library.letters)}>
      {letters.map(({ letter, offset }) => (
        <button
          key={letter}
          type="button"
          className={styles.letter}
          aria-label={
            letter === '#'
              ? t(($) => $.library.otherLetters)
              : t(($) => $.library.letter, { letter })
          }
          onClick={() => onJump(offset)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}

export function LibraryFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyList
        icon={Unplug}
        title={t(($) => $.library.failed)}
        hint={t(($) => $.library.failedHint)}
      >
        <Button onClick={onRetry}>{t(($) => $.actions.retry)}</Button>
      </EmptyList>
    </div>
  );
}

export function Scanning() {
  const { t } = useTranslation();
  return (
    <p className={styles.scanning} role="status">
      {t(($) => $.library.scanning)}
    </p>
  );
}

/** Shown until the scan has found the first title. */
export function FirstScan() {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting}>
      <Spinner label={t(($) => $.library.scanning)} />
      <Scanning />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { LibrarySection, LibrarySummary } from '@matinee/shared/contract/library';
import { FolderOpen } from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { libraryCollections, librarySummary, type LibraryQuery } from '#data/catalog/library.ts';
import { posterUrl } from '#data/catalog/tmdb.ts';
import { sessionStore } from '#data/session.ts';
import { numberText } from '#i18n/formats.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { CardActionsContext } from '#ui/card-actions.ts';
import { EmptyList, ListHeading } from '#ui/ListPageLayout.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { VirtualCardGrid } from '#ui/VirtualCardGrid.tsx';
import { ClosedLibrary } from './ClosedLibrary.tsx';
import { collectionsPath, isCollections, readAddress, sectionPath } from './library-address.ts';
import { LibraryFilters } from './LibraryFilters.tsx';
import { FirstScan, LibraryFailed, LibraryGrid, Scanning } from './LibraryGrid.tsx';
import { useLibraryAccess } from './useLibraryAccess.ts';
import styles from './LibraryPage.module.css';

const SECTIONS = ['movies', 'shows', 'videos'] as const satisfies readonly LibrarySection[];
const SKELETONS = 12;

/** Lists the titles of the site's own library. */
export function LibraryPage() {
  const { t } = useTranslation();
  // Another account may see more.
  useStore(sessionStore, ({ account }) => account?.userId);
  const { data, isFetching, refetch } = useQuery(librarySummary());
  const actions = useContext(CardActionsContext);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title: t(($) => $.library.title) })}</title>
      <ListHeading>{t(($) => $.library.title)}</ListHeading>
      {data && (
        // All cards here belong to the library, so none needs the library mark.
        <CardActionsContext value={actions && { ...actions, Mark: undefined }}>
          <Library summary={data} />
        </CardActionsContext>
      )}
      {!data && isFetching && <CardSkeletons count={SKELETONS} />}
      {!data && !isFetching && <LibraryFailed onRetry={() => void refetch()} />}
    </div>
  );
}

function Library({ summary }: { readonly summary: LibrarySummary }) {
  const [search] = useSearchParams();
  const { counts, isComplete } = summary;
  const first = SECTIONS.find((section) => counts[section] > 0);
  if (first === undefined) return <EmptyLibrary isComplete={isComplete} />;
  const address = readAddress(search);
  const section = address.section && counts[address.section] > 0 ? address.section : first;
  const shown = { ...address, section };
  const showsCollections = isCollections(search) && summary.collections > 0;
  if (showsCollections)
    return (
      <>
        <Sections summary={summary} address={undefined} />
        <CollectionGrid />
      </>
    );
  return (
    <>
      <Sections summary={summary} address={shown} />
      {!isComplete && <Scanning />}
      <LibraryFilters summary={summary} address={shown} />
      <LibraryGrid key={search.toString()} query={shown} />
    </>
  );
}

interface SectionsProps {
  readonly summary: LibrarySummary;
  /** Undefined while the collections are shown. */
  readonly address: LibraryQuery | undefined;
}

/** Links to the sections that have titles. */
function Sections({ summary: { counts, collections }, address }: SectionsProps) {
  const { t, i18n } = useTranslation();
  const sort = address?.sort ?? 'added';
  return (
    <nav className={styles.sections} aria-label={t(($) => $.library.title)}>
      {SECTIONS.filter((section) => counts[section] > 0).map((section) => (
        <Link
          key={section}
          className={styles.section}
          to={sectionPath(section, { sort })}
          aria-current={section === address?.section ? 'page' : undefined}
          preventScrollReset
        >
          {t(($) => $.library.sections[section])}
          <span className={styles.count}>{numberText(counts[section], i18n.language)}</span>
        </Link>
      ))}
      {collections > 0 && (
        <Link
          className={styles.section}
          to={collectionsPath}
          aria-current={address === undefined ? 'page' : undefined}
          preventScrollReset
        >
          {t(($) => $.library.collections)}
          <span className={styles.count}>{numberText(collections, i18n.language)}</span>
        </Link>
      )}
    </nav>
  );
}

/** Lists folders of movies, and sets that NFO files name. */
function CollectionGrid() {
  const { t } = useTranslation();
  const { data, isFetching, refetch } = useQuery(libraryCollections());
  if (!data && isFetching) return <CardSkeletons count={SKELETONS} />;
  if (!data) return <LibraryFailed onRetry={() => void refetch()} />;
  const byId = new Map(data.map((collection) => [collection.id, collection]));
  return (
    <VirtualCardGrid
      ids={[...byId.keys()]}
      card={(id) => {
        const { name = '', count = 0, posters = [] } = byId.get(id) ?? {};
        return (
          <Card
            title={name}
            poster={posterUrl(posters[0])}
            details={[t(($) => $.media.titles, { count })]}
            href={paths.collection(id)}
          />
        );
      }}
    />
  );
}

function EmptyLibrary({ isComplete }: { readonly isComplete: boolean }) {
  const { t } = useTranslation();
  const { isClosed, isLoading } = useLibraryAccess();
  if (!isComplete) return <FirstScan />;
  if (isLoading) return <CardSkeletons count={SKELETONS} />;
  if (isClosed) return <ClosedLibrary />;
  return (
    <EmptyList
      icon={FolderOpen}
      title={t(($) => $.library.empty)}
      hint={t(($) => $.library.emptyHint)}
    >
      <ButtonLink kind="primary" to={paths.discover}>
        {t(($) => $.header.discover)}
      </ButtonLink>
    </EmptyList>
  );
}

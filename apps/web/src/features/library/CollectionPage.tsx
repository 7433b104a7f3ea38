import { LibrarySort } from '@matinee/shared/contract/library';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useContext, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { libraryCollections, librarySummary } from '#data/catalog/library.ts';
import { sessionStore } from '#data/session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { CardActionsContext } from '#ui/card-actions.ts';
import { EmptyList, ListHeading } from '#ui/ListPageLayout.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { ClosedLibrary } from './ClosedLibrary.tsx';
import { collectionsPath } from './library-address.ts';
import { FirstScan, LibraryFailed, LibraryGrid } from './LibraryGrid.tsx';
import { useLibraryAccess } from './useLibraryAccess.ts';
import styles from './LibraryPage.module.css';

const SKELETONS = 6;

/** Shows the movies of a collection, oldest first. */
export function CollectionPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  // Another account may see more.
  useStore(sessionStore, ({ account }) => account?.userId);
  const { data, isFetching, refetch } = useQuery(libraryCollections());
  const actions = useContext(CardActionsContext);
  const name = data?.find((collection) => collection.id === id)?.name;
  const sort = LibrarySort.safeParse(search.get('sort')).data ?? 'oldest';
  const title = name ?? t(($) => $.library.collections);
  return (
    <div className={styles.page}>
      <title>{t(($) => $.global.pageTitle, { title })}</title>
      <Link className={styles.up} to={collectionsPath}>
        {t(($) => $.library.collections)}
      </Link>
      <ListHeading>
        <bdi>{title}</bdi>
      </ListHeading>
      {name !== undefined && (
        <CardActionsContext value={actions && { ...actions, Mark: undefined }}>
          <LibraryGrid query={{ collection: id, sort }} />
        </CardActionsContext>
      )}
      {!data && isFetching && <CardSkeletons count={SKELETONS} />}
      {!data && !isFetching && <LibraryFailed onRetry={() => void refetch()} />}
      {data && name === undefined && <NotListed onScanned={() => void refetch()} />}
    </div>
  );
}

function NotListed({ onScanned }: { readonly onScanned: () => void }) {
  const { t } = useTranslation();
  const { isClosed, isLoading } = useLibraryAccess();
  const { data: summary } = useQuery(librarySummary());
  if (isLoading) return <CardSkeletons count={SKELETONS} />;
  if (isClosed) return <ClosedLibrary />;
  if (summary?.isComplete === false) return <Scan onEnd={onScanned} />;
  return (
    <EmptyList
      icon={SearchX}
      title={t(($) => $.library.collectionGone)}
      hint={t(($) => $.library.collectionGoneHint)}
    >
      <ButtonLink to={collectionsPath}>{t(($) => $.library.backToLibrary)}</ButtonLink>
    </EmptyList>
  );
}

/** The first scan may find the collection until the scan ends. */
function Scan({ onEnd }: { readonly onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => () => end(), []);
  return <FirstScan />;
}

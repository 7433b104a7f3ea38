import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { libraryCollections } from '#data/catalog/library.ts';
import { posterUrl } from '#data/catalog/tmdb.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/Card.tsx';
import { CardSkeletons } from '#ui/Skeleton.tsx';
import { VirtualCardGrid } from '#ui/VirtualCardGrid.tsx';
import { LibraryFailed } from './LibraryGrid.tsx';

const SKELETONS = 12;

/** Folders of movies, and sets that notes name. */
export function CollectionGrid() {
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

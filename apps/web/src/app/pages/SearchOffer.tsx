import { config } from '#config.ts';
import { CollectionOffer } from '#features/collection/CollectionOffer.tsx';
import { useLibraryAccess } from '#features/library/useLibraryAccess.ts';

/** What the site can search instead, after a search without results in the starter catalogue. */
export function SearchOffer() {
  const { isClosed, isLoading } = useLibraryAccess();
  return <CollectionOffer isLibrarySearched={config.OWN_LIBRARY && !isClosed && !isLoading} />;
}

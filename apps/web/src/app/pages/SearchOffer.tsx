import { config } from '#config.ts';
import { CollectionOffer } from '#features/collection/CollectionOffer.tsx';
import { useLibraryAccess } from '#features/library/useLibraryAccess.ts';

/**
 * Explains what the site searches, after a search without results in the open collection. Loads only then, so that its
 * hook is not part of the first load.
 */
export function SearchOffer() {
  const { isClosed, isLoading } = useLibraryAccess();
  return <CollectionOffer isLibrarySearched={config.OWN_LIBRARY && !isClosed && !isLoading} />;
}

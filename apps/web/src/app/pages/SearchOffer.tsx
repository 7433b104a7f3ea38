import { config } from '#config.ts';
import { CollectionOffer } from '#features/collection/CollectionOffer.tsx';
import { useLibraryAccess } from '#features/library/useLibraryAccess.ts';

/** Says what the site searches, after a search without results in the starter catalogue. Loaded only then: its hook is not part of the first load. */
export function SearchOffer() {
  const { isClosed, isLoading } = useLibraryAccess();
  return <CollectionOffer isLibrarySearched={config.OWN_LIBRARY && !isClosed && !isLoading} />;
}

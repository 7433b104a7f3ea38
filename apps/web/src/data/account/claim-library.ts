// Whose the library of this browser is: nobody's, until somebody signs in.
import { announceLibrary, dropQueues } from '#data/user-data/sync/upload-library.ts';
import { setLibraryAside, takeLibraryBack } from '#data/user-data/parked-libraries.ts';
import { sessionStore, updateSession } from '#data/session.ts';

/**
 * Before an account is stored: what is here goes along if it is nobody's or the same person's, and is put aside if it is
 * somebody else's. The owner is what `ownerTag` makes of the seed.
 */
export function adoptLibrary(owner: string): void {
  const before = sessionStore.getState().libraryOwner;
  if (before !== null && before !== owner) setLibraryAside(before, 'all');
  dropQueues();
  takeLibraryBack(owner);
  announceLibrary();
  updateSession({ libraryOwner: owner });
}

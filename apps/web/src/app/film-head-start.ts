// A film that is opened by its address sets out while the app is still on its way. No other page begins with what finds one.
import type { HeadStart } from '#features/watch/head-start.ts';

let coming: Promise<HeadStart | undefined> | undefined;

/** What does not come is met again by the page of the film, which says so. */
export function findsFilms(): Promise<HeadStart | undefined> {
  coming ??= import('#features/watch/head-start.ts').then(
    ({ headStart }) => headStart,
    () => undefined,
  );
  return coming;
}

export const isFilm = (path: string): boolean => path.startsWith('/media/');

export function beginFilm(path: string): void {
  if (isFilm(path)) void findsFilms().then((headStart) => headStart?.begin(path));
}

/** Somebody goes to this path: nobody will come for a start to any other. */
export function keepOnlyFilm(path: string): void {
  void coming?.then((headStart) => headStart?.keepOnly(path));
}

import type { FilmFacts } from '#facts.ts';
import { findStarter, findStarterByImdb, loadStarter } from '#starter/starter-catalogue.ts';
import type { StarterTitle } from '#starter/starter-title.ts';
import type { Wanted } from './wanted.ts';

/** An item that a person has looked at and found to be this title. */
export interface CuratedItem {
  readonly identifier: string;
  readonly file?: string;
  readonly of: StarterTitle;
}

let identifiers: ReadonlySet<string> | undefined;

export function isCurated(identifier: string): boolean {
  identifiers ??= new Set(
    loadStarter()
      .flatMap((title) => itemsOf(title))
      .map((item) => item.identifier),
  );
  return identifiers.has(identifier);
}

export function curatedItems(wanted: Wanted): readonly CuratedItem[] {
  const found = curatedTitle(wanted);
  return found ? itemsOf(found, wanted) : [];
}

/** The film as the starter catalogue knows it. Of a series only the listed episodes are known to be free. */
export function curatedFilm(wanted: Wanted): FilmFacts | undefined {
  const found = curatedTitle(wanted);
  if (found?.kind !== 'movie') return undefined;
  const { imdbId, originalTitle, title, year } = found;
  const titles = originalTitle === undefined ? [title] : [title, originalTitle];
  return { titles, year, imdbId };
}

function curatedTitle(wanted: Wanted): StarterTitle | undefined {
  const kind = wanted.kind === 'movie' ? 'movie' : 'tv';
  const found =
    findStarter(kind, wanted.tmdb) ??
    (wanted.imdbId === undefined ? undefined : findStarterByImdb(wanted.imdbId));
  return found?.kind === kind ? found : undefined;
}

function itemsOf(title: StarterTitle, wanted?: Wanted): readonly CuratedItem[] {
  if (title.kind === 'movie') {
    return title.streams.flatMap((stream) =>
      stream.source === 'archive.org' ? [item(title, stream)] : [],
    );
  }
  return title.seasons
    .filter(({ number }) => !wanted || number === wanted.season)
    .flatMap(({ episodes }) => episodes)
    .filter(({ number }) => !wanted || number === wanted.episode)
    .map((episode) => item(title, episode));
}

function item(
  of: StarterTitle,
  { identifier, file }: { readonly identifier: string; readonly file?: string },
): CuratedItem {
  return { identifier, of, ...(file === undefined ? {} : { file }) };
}

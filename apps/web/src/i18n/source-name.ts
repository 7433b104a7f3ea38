import type { TFunction } from 'i18next';

interface NamedSource {
  readonly id: string;
  /** The server's name for the source. */
  readonly name: string;
}

/** Translates names that are words. Names of services and of unknown sources stay as they are. */
export function sourceName(t: TFunction, { id, name }: NamedSource): string {
  switch (id) {
    case 'folder':
      return t(($) => $.sourceNames.folder);
    case 'open-films':
      return t(($) => $.sourceNames.openFilms);
    case 'open-films-file':
      return t(($) => $.sourceNames.peerTubeFile);
    case 'internet-archive-item':
      return t(($) => $.sourceNames.archiveItem);
    case 'internet-archive-search':
      return t(($) => $.sourceNames.archiveSearch);
    default:
      return name;
  }
}

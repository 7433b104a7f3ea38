// Finds the poster and the backdrop of a title by the names that Kodi, Plex and Jellyfin share.
import type { TmdbKind } from '@matinee/shared/media/media';
import { seasonFolder } from '@matinee/sources/sources/folder/episode-name';
import { stem } from '#media-library/folder/extensions.ts';
import { joinPath } from '#media-library/folder/file-store.ts';

export interface FolderPictures {
  readonly folder: string;
  /** Names of its pictures. */
  readonly pictures: readonly string[];
}

interface PictureSearch {
  readonly kind: TmdbKind;
  /** From the outermost to the one with the files. */
  readonly folders: readonly FolderPictures[];
  /** Paths of the title's files in the last folder. */
  readonly files: readonly string[];
  /** True if the last folder has no other title. */
  readonly isAlone: boolean;
}

interface Pictures {
  readonly poster: string | undefined;
  readonly backdrop: string | undefined;
}

const POSTERS = ['poster', 'folder', 'cover', 'movie', 'show'];
const BACKDROPS = ['fanart', 'backdrop', 'background'];

/** Paths of pictures. */
export function findPictures({ kind, folders, files, isAlone }: PictureSearch): Pictures {
  const here = folders.at(-1);
  const parent = folders.at(-2);
  if (!here) return { poster: undefined, backdrop: undefined };
  const isSeason = kind === 'tv' && seasonFolder(nameOf(here.folder)) !== undefined;
  // A picture of the root or of a folder with several titles belongs to none of them.
  const ofFolder = isSeason && parent ? [parent, here] : [here];
  const general = ofFolder.filter(
    ({ folder }) => folder !== '' && (isAlone || folder !== here.folder),
  );
  const named = kind === 'movie' ? files.map((path) => stem(nameOf(path))) : [];
  const find = (kinds: readonly string[]): string | undefined =>
    pictureIn(
      here,
      named.flatMap((name) => kinds.map((each) => `${name}-${each}`)),
    ) ?? general.map((folder) => pictureIn(folder, kinds)).find((path) => path !== undefined);
  return { poster: find(POSTERS), backdrop: find(BACKDROPS) };
}

/** The first that the folder has. Case does not matter. */
function pictureIn(
  { folder, pictures }: FolderPictures,
  names: readonly string[],
): string | undefined {
  const byName = new Map(pictures.map((picture) => [stem(picture).toLowerCase(), picture]));
  const found = names
    .map((name) => byName.get(name.toLowerCase()))
    .find((name) => name !== undefined);
  return found === undefined ? undefined : joinPath(folder, found);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

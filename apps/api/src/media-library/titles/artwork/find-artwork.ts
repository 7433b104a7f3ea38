// Finds the pictures of a title and of its seasons by the names that Kodi, Plex and Jellyfin share.
import type { TmdbKind } from '@matinee/shared/media/media';
import { seasonFolder } from '@matinee/sources/sources/folder/episode-name';
import { stem } from '#media-library/folder/extensions.ts';
import { joinPath } from '#media-library/folder/file-store.ts';

export interface FolderImages {
  readonly folder: string;
  /** The names of the folder's pictures. */
  readonly images: readonly string[];
}

interface ArtworkSearch {
  readonly kind: TmdbKind;
  /** The folders from the outermost to the one with the files. */
  readonly folders: readonly FolderImages[];
  /** The paths of the title's files in the last folder. */
  readonly files: readonly string[];
  /** True if the last folder has no other title. */
  readonly isAlone: boolean;
}

interface FoundArtwork {
  readonly poster: string | undefined;
  readonly backdrop: string | undefined;
}

const FOLDER_POSTERS = ['poster', 'folder', 'cover'];
const POSTERS = [...FOLDER_POSTERS, 'movie', 'show'];
const BACKDROPS = ['fanart', 'backdrop', 'background'];

/** Returns the paths of the title's pictures. */
export function findArtwork({ kind, folders, files, isAlone }: ArtworkSearch): FoundArtwork {
  const here = folders.at(-1);
  const parent = folders.at(-2);
  if (!here) return { poster: undefined, backdrop: undefined };
  const isSeason = kind === 'tv' && seasonOf(here) !== undefined;
  // A picture of the root or of a folder with several titles belongs to none of them.
  const ofFolder = isSeason && parent ? [parent, here] : [here];
  const general = ofFolder.filter(
    ({ folder }) => folder !== '' && (isAlone || folder !== here.folder),
  );
  // A poster in a season's folder belongs to the season.
  const ofTitle = general.filter((each) => !isSeason || each !== here);
  const named = kind === 'movie' ? files.map((path) => stem(nameOf(path))) : [];
  const find = (kinds: readonly string[], places: readonly FolderImages[]): string | undefined =>
    imageIn(
      here,
      named.flatMap((name) => kinds.map((each) => `${name}-${each}`)),
    ) ?? firstIn(places, kinds);
  return { poster: find(POSTERS, ofTitle), backdrop: find(BACKDROPS, general) };
}

/** Returns the path of a season's picture: in its folder, or named after its number beside the folder or its files. */
export function findSeasonPoster(
  season: number,
  { folders, isAlone }: Pick<ArtworkSearch, 'folders' | 'isAlone'>,
): string | undefined {
  const [here, parent] = folders.toReversed();
  if (!here || here.folder === '' || !isAlone) return undefined;
  const numbers = season === 0 ? ['-specials', '00'] : [String(season).padStart(2, '0'), season];
  const names = numbers.flatMap((number) => [`season${number}-poster`, `season${number}`]);
  if (seasonOf(here) === undefined) return imageIn(here, names);
  const inFolder = seasonOf(here) === season ? FOLDER_POSTERS : [];
  return imageIn(here, [...names, ...inFolder]) ?? (parent && imageIn(parent, names));
}

const seasonOf = ({ folder }: FolderImages): number | undefined =>
  seasonFolder(nameOf(folder))?.season;

const firstIn = (folders: readonly FolderImages[], names: readonly string[]) =>
  folders.map((folder) => imageIn(folder, names)).find((path) => path !== undefined);

/** Returns the first of the names that the folder has. Case doesn't matter. */
function imageIn({ folder, images }: FolderImages, names: readonly string[]): string | undefined {
  const byName = new Map(images.map((image) => [stem(image).toLowerCase(), image]));
  const found = names
    .map((name) => byName.get(name.toLowerCase()))
    .find((name) => name !== undefined);
  return found === undefined ? undefined : joinPath(folder, found);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

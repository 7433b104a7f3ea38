// Finds trailers, featurettes and other extras by the names that Kodi, Plex and Jellyfin share.
import type { ExtraKind } from '@matinee/shared/contract/library-files';
import { NotFoundError } from '@matinee/sources/source';
import { fileTypeOf, stem } from './extensions.ts';
import { joinPath, type FileFacts, type FileStore } from './file-store.ts';

export interface ExtraFile extends FileFacts {
  readonly extra: ExtraKind;
}

const FOLDERS: ReadonlyMap<string, ExtraKind> = new Map([
  ['extra', 'other'],
  ['extras', 'other'],
  ['other', 'other'],
  ['trailer', 'trailer'],
  ['trailers', 'trailer'],
  ['featurette', 'featurette'],
  ['featurettes', 'featurette'],
  ['behind the scenes', 'behindTheScenes'],
  ['deleted scenes', 'deletedScene'],
  ['interview', 'interview'],
  ['interviews', 'interview'],
  ['scenes', 'scene'],
  ['shorts', 'short'],
  ['clips', 'clip'],
]);

const SUFFIXES: Readonly<Record<string, ExtraKind>> = {
  trailer: 'trailer',
  scene: 'scene',
  clip: 'clip',
  interview: 'interview',
  behindthescenes: 'behindTheScenes',
  deleted: 'deletedScene',
  deletedscene: 'deletedScene',
  featurette: 'featurette',
  short: 'short',
  other: 'other',
  extra: 'other',
};
const SUFFIX =
  /(?:-|[._ ](?=trailer)|^(?=trailer))(trailer|scene|clip|interview|behindthescenes|deletedscene|deleted|featurette|short|other|extra)s?\d*$/i;

/** Undefined if the folder isn't one of extras. */
export const extraFolderKind = (name: string): ExtraKind | undefined =>
  FOLDERS.get(name.toLowerCase());

/** Returns the kind of an extra beside its movie, by its name without extension. Undefined for samples. */
export function extraKindOf(name: string): ExtraKind | undefined {
  const word = SUFFIX.exec(name)?.[1]?.toLowerCase();
  return word === undefined ? undefined : SUFFIXES[word];
}

/** Returns the name of an extra without its suffix: `Our Summer` for `Our Summer-trailer`. */
export const withoutSuffix = (name: string): string =>
  name.replace(SUFFIX, '').replace(/[\s\-._]+$/, '');

interface Location {
  readonly store: Pick<FileStore, 'list'>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Lists the subfolders that contain extras. In the root, they belong to no title. */
export async function listExtraFolders(
  { store, folder, signal }: Location,
  subfolders: readonly string[],
): Promise<readonly ExtraFile[]> {
  const found: ExtraFile[] = [];
  for (const name of folder === '' ? [] : subfolders) {
    const kind = extraFolderKind(name);
    if (kind === undefined) continue;
    const path = joinPath(folder, name);
    const entries = await store.list(path, signal).catch((error: unknown) => {
      // The folder was removed in the meantime.
      if (error instanceof NotFoundError) return [];
      throw error;
    });
    for (const entry of entries) {
      if (entry.kind !== 'file' || fileTypeOf(entry.name)?.kind !== 'video') continue;
      const { size, modifiedAt } = entry;
      const extra = extraKindOf(stem(entry.name)) ?? kind;
      found.push({ path: joinPath(path, entry.name), size, modifiedAt, extra });
    }
  }
  return found;
}

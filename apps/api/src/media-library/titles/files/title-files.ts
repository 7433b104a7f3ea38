// Lists a title's files and extras for its page.
import type { TitleExtra, TitleFile, TitleFiles } from '@matinee/shared/contract/library-files';
import { seasonFolder } from '@matinee/sources/sources/folder/episode-name';
import { readVideoName } from '@matinee/sources/sources/folder/video-name';
import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { withoutSuffix } from '#media-library/folder/extra-files.ts';
import { extension, stem } from '#media-library/folder/extensions.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { folderOf, type FileRecord, type AvailableTitle } from '../index/library-records.ts';
import type { MediaReader } from './read-media.ts';

interface TitleFilesRequest {
  readonly kind: AvailableTitle['record']['kind'];
  readonly id: number;
  readonly season?: number | undefined;
  /** Whether to add the locations of the files. */
  readonly isForAdmin: boolean;
}

interface Options {
  readonly index: Pick<LibraryIndex, 'find' | 'filesInFolder'>;
  readonly reader: MediaReader;
  /** Folders and shares by ID. Media servers list their own versions. */
  readonly stores: ReadonlyMap<string, Pick<FileStore, 'name'>>;
}

/** Returns an ID of a file for viewers, who must not see its path. */
export const fileId = ({ store, path }: Pick<FileRecord, 'store' | 'path'>): string =>
  hash('sha256', `file ${store}/${path}`, 'base64url').slice(0, 22);

export function createTitleFiles({ index, reader, stores }: Options) {
  return async (
    { kind, id, season, isForAdmin }: TitleFilesRequest,
    signal: AbortSignal,
  ): Promise<TitleFiles> => {
    const title = index.find(kind, id);
    if (!title) return { files: [], extras: [] };
    const pathOf = ({ store, path }: FileRecord) =>
      isForAdmin ? { path: `${basename(stores.get(store)?.name ?? '')}/${path}` } : {};
    const wanted = title.files.filter(
      (file) => stores.has(file.store) && (season === undefined || file.season === season),
    );
    const files = await reader.read(wanted, signal);
    const extras = await reader.read(extrasOf(index, title), signal);
    return {
      files: files.toSorted(byEpisode).map((file) => ({ ...shownFile(file), ...pathOf(file) })),
      extras: extras
        .toSorted((a, b) => compare(a.path, b.path))
        .map((file) => ({ ...shownExtra(file, title), ...pathOf(file) })),
    };
  };
}

function shownFile(file: FileRecord): TitleFile {
  const { season, episodes, size, isPlayable, media } = file;
  return {
    id: fileId(file),
    season,
    episodes: [...episodes],
    edition: readVideoName(stem(nameOf(file.path))).edition ?? null,
    container: extension(file.path).toUpperCase(),
    size,
    isPlayable,
    media,
  };
}

function shownExtra(file: FileRecord, { files }: AvailableTitle): TitleExtra {
  const name = withoutSuffix(stem(nameOf(file.path)));
  const isTitle = name === '' || files.some(({ path }) => isNamedAfter(name, path));
  return {
    id: file.titleId,
    kind: file.extra ?? 'other',
    name: isTitle ? '' : name.replaceAll(/[._]+/g, ' '),
    seconds: file.media?.seconds ?? null,
  };
}

/** Lists the extras in the title's folders. In a folder with several titles they must be named after a file. */
function extrasOf(
  index: Options['index'],
  { record, files }: AvailableTitle,
): readonly FileRecord[] {
  const ids = new Set(files.map(({ titleId }) => titleId));
  const extras = foldersOf(record.kind, files).flatMap(({ store, folder }) => {
    const there = index
      .filesInFolder(store, folder)
      .filter(({ missingSince }) => missingSince === null);
    const isAlone =
      folder !== '' &&
      there.every(
        ({ extra, kind, titleId }) => extra !== null || (kind === record.kind && ids.has(titleId)),
      );
    return there.filter(
      (file) =>
        file.extra !== null &&
        (isAlone ||
          files.some(({ path }) => isNamedAfter(withoutSuffix(stem(nameOf(file.path))), path))),
    );
  });
  return extras;
}

/** Includes the parents of season folders, because a show's extras are beside its seasons. */
function foldersOf(kind: AvailableTitle['record']['kind'], files: readonly FileRecord[]) {
  const all = files.flatMap((file) => {
    const folder = folderOf(file);
    const name = nameOf(folder);
    const isSeason = kind === 'tv' && seasonFolder(name) !== undefined;
    const around = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    return [folder, ...(isSeason && around !== '' ? [around] : [])].map((each) => ({
      store: file.store,
      folder: each,
    }));
  });
  return [...new Map(all.map((each) => [`${each.store}/${each.folder}`, each])).values()];
}

/** Returns whether an extra is named after the file: `Our Summer` for `Our Summer 1080p.mp4`. */
function isNamedAfter(name: string, path: string): boolean {
  const file = stem(nameOf(path)).toLowerCase();
  const extra = name.toLowerCase();
  return extra !== '' && (file.startsWith(extra) || extra.startsWith(file));
}

const byEpisode = (a: FileRecord, b: FileRecord): number =>
  (a.season ?? 0) - (b.season ?? 0) ||
  (a.episodes[0] ?? 0) - (b.episodes[0] ?? 0) ||
  heightOf(b) - heightOf(a) ||
  compare(a.path, b.path);

const heightOf = ({ media, height }: FileRecord): number => media?.video?.height ?? height ?? 0;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// Applies administrators' corrections of matches. Corrections stay with files that are renamed or moved.
import type { CorrectMatchRequest, CorrectedMatch } from '@matinee/shared/contract/library-match';
import { ApiError, badRequest, notFound } from '#http/api-error.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { fileIdentity } from './files/file-identity.ts';
import type { LibraryIndex } from './index/library-index.ts';
import type {
  AutomaticTitle,
  FilePlace,
  FileRecord,
  TitleRecord,
} from './index/library-records.ts';
import { withTexts, type CatalogItem } from './match-titles.ts';
import { fileId } from './files/title-files.ts';
import { unnamedTitle } from './index/parsed-title.ts';

interface CorrectorOptions {
  readonly index: LibraryIndex;
  readonly stores: ReadonlyMap<string, FileStore>;
  /** Undefined if the catalog doesn't have the title. */
  readonly lookUp: (
    kind: TitleRecord['kind'],
    id: number,
    signal: AbortSignal,
  ) => Promise<CatalogItem | undefined>;
  readonly now: () => number;
}

type Target = CorrectMatchRequest['target'];
type TitleTarget = Extract<Target, { to: 'title' }>;

/** The limit for one call. */
const MAX_FILES = 5_000;
const AT_ONCE = 4;

export function createCorrector(options: CorrectorOptions) {
  const { index } = options;
  return async (request: CorrectMatchRequest, signal: AbortSignal): Promise<CorrectedMatch> => {
    const files = filesOf(options, request);
    const [first] = files;
    if (!first) throw notFound("The library doesn't have this title or file.");
    if (files.length > MAX_FILES) throw new ApiError(413, 'The title has too many files.');
    const { target } = request;
    await identify(options, files, signal);
    const current = files.flatMap(({ store, path }) => index.fileAt(store, path) ?? []);
    if (target.to === 'title') await toTitle(options, current, target, signal);
    else if (target.to === 'video') toVideo(index, current);
    else toAutomatic(index, current);
    index.refresh();
    const file = index.fileAt(first.store, first.path) ?? first;
    const record = index.recordOf(file);
    const { kind, titleId } = file;
    return { kind, id: record?.tmdbId ?? titleId, title: record?.title ?? '', files: files.length };
  };
}

const isThere = ({ missingSince }: FileRecord): boolean => missingSince === null;

/** Reports a failure of the catalog as temporary. */
async function lookUpIn(
  { lookUp }: CorrectorOptions,
  { kind, id }: TitleTarget,
  signal: AbortSignal,
): Promise<CatalogItem | undefined> {
  try {
    return await lookUp(kind, id, signal);
  } catch {
    signal.throwIfAborted();
    throw new ApiError(503, "The catalog isn't responding. Try again in a moment.", 5);
  }
}

function filesOf(
  { index, stores }: CorrectorOptions,
  { subject }: CorrectMatchRequest,
): readonly FileRecord[] {
  if ('file' in subject) {
    const file = index.files().find((each) => isThere(each) && fileId(each) === subject.file);
    return file ? [file] : [];
  }
  const files = index.find(subject.kind, subject.id)?.files ?? [];
  // Media servers match their own files.
  return files.filter(({ store }) => stores.has(store));
}

/** Returns the titles that have these files and no others. */
function wholeTitles(index: LibraryIndex, files: readonly FileRecord[]): readonly TitleRecord[] {
  const chosen = new Set(files);
  return [...new Set(files.flatMap((file) => index.recordOf(file) ?? []))].filter((record) =>
    index
      .filesOf(record)
      .filter(isThere)
      .every((file) => chosen.has(file)),
  );
}

/** Reads the identity that recognizes a moved file. A file that can't be read is identified by its path. */
async function identify(
  { index, stores }: CorrectorOptions,
  files: readonly FileRecord[],
  signal: AbortSignal,
): Promise<void> {
  const waiting = files.filter(({ identity, size }) => identity === null && size !== null);
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { store: storeId, path, size } = file;
      const store = stores.get(storeId);
      if (!store || size === null) continue;
      const identity = await fileIdentity(store, { path, size }, signal).catch(() => null);
      signal.throwIfAborted();
      const current = index.fileAt(storeId, path);
      if (identity !== null && current?.size === size) index.putFile({ ...current, identity });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function pin(index: LibraryIndex, { store, path }: FileRecord, place: FilePlace): void {
  const file = index.fileAt(store, path);
  if (!file) return;
  const seasonPoster = place.season === file.season ? file.seasonPoster : null;
  index.putFile({ ...file, ...place, seasonPoster, pinned: file.pinned ?? placeOf(file) });
}

const describe = (record: TitleRecord, item: CatalogItem, now: number): TitleRecord => ({
  ...withTexts({ ...record, people: [] }, item, new Date(now)),
  isVideo: false,
});

/** Returns the record of a title that other files have, or a new one. */
async function targetRecord(
  options: CorrectorOptions,
  target: TitleTarget,
  signal: AbortSignal,
): Promise<TitleRecord> {
  const { index, now } = options;
  const { kind, id } = target;
  const known = index.find(kind, id)?.record;
  if (known) return known;
  const item = await lookUpIn(options, target, signal);
  if (!item) throw notFound("The catalog doesn't have this title.");
  const key = `tmdb ${id}`;
  const record =
    index.titleWithKey(kind, key) ??
    index.addTitle({ ...unnamedTitle(key), kind, key, tmdbId: id, isVideo: false });
  const described = describe(record, item, now());
  index.putTitle(described);
  return described;
}

async function toTitle(
  options: CorrectorOptions,
  files: readonly FileRecord[],
  target: TitleTarget,
  signal: AbortSignal,
): Promise<void> {
  const { index, now } = options;
  const { kind, season, episode } = target;
  const places = files.map((file) => placeIn(file, target));
  const whole = wholeTitles(index, files).filter((record) => record.kind === kind);
  const isComplete = files.every((file) => whole.some((record) => record.id === file.titleId));
  const isRenumbered = season !== undefined || episode !== undefined;
  const item = isComplete && !isRenumbered ? await lookUpIn(options, target, signal) : undefined;
  if (item) {
    // Keep the titles' IDs, which bookmarks and progress may contain.
    for (const record of whole)
      index.putTitle({
        ...describe(record, item, now()),
        correction: record.correction ?? automaticOf(record),
      });
    return files.forEach((file) => pin(index, file, placeOf(file)));
  }
  const { id: titleId } = await targetRecord(options, target, signal);
  files.forEach((file, at) => {
    const place = places[at];
    if (place) pin(index, file, { ...place, kind, titleId });
  });
}

function toVideo(index: LibraryIndex, files: readonly FileRecord[]): void {
  const whole = wholeTitles(index, files).filter(
    (record) => record.kind === 'movie' && files.every(({ titleId }) => titleId === record.id),
  );
  const [record] = whole;
  const [first] = files;
  if (record && first) {
    const { title } = unnamedTitle(pathOf(first));
    const nothing = { ...NO_TEXTS, tmdbId: null, imdbId: null, year: null };
    const correction = record.correction ?? automaticOf(record);
    index.putTitle({ ...record, ...nothing, title, isVideo: true, correction });
    return files.forEach((file) => pin(index, file, placeOf(file)));
  }
  for (const file of files) {
    const named = unnamedTitle(pathOf(file));
    const { id: titleId } = index.titleWithKey('movie', named.key) ?? index.addTitle(named);
    pin(index, file, { kind: 'movie', titleId, season: null, episodes: [] });
  }
}

function toAutomatic(index: LibraryIndex, files: readonly FileRecord[]): void {
  const records = new Set(files.flatMap((file) => index.recordOf(file) ?? []));
  for (const { store, path } of files) {
    const file = index.fileAt(store, path);
    if (!file?.pinned) continue;
    const { pinned } = file;
    // If the automatic title is gone, the next scan finds one.
    const place = index.recordOf(pinned) ? pinned : placeOf(file);
    index.putFile({ ...file, ...place, pinned: null });
  }
  for (const record of records)
    if (record.correction)
      index.putTitle({ ...record, ...record.correction, matchedAt: null, correction: null });
}

const pathOf = ({ store, path }: FileRecord): string => `${store}/${path}`;

const placeOf = ({ kind, titleId, season, episodes }: FileRecord): FilePlace => ({
  kind,
  titleId,
  season,
  episodes,
});

const NO_TEXTS = {
  originalTitle: null,
  people: [],
  matchedAt: null,
  overview: '',
  genreIds: [],
  rating: null,
  runtime: null,
  poster: null,
  backdrop: null,
} as const;

function automaticOf(record: TitleRecord): AutomaticTitle {
  const { title, originalTitle, year, isVideo, tmdbId, imdbId } = record;
  const { overview, genreIds, rating, runtime, poster, backdrop } = record;
  return {
    title,
    originalTitle,
    year,
    isVideo,
    tmdbId,
    imdbId,
    overview,
    genreIds,
    rating,
    runtime,
    poster,
    backdrop,
  };
}

/** Returns the place of a file in its new title. */
function placeIn(
  file: FileRecord,
  { kind, season, episode }: TitleTarget,
): Omit<FilePlace, 'kind' | 'titleId'> {
  if (kind === 'movie') return { season: null, episodes: [] };
  const number = season ?? file.season;
  const episodes = episode === undefined ? file.episodes : [episode];
  if (number === null || episodes.length === 0)
    throw badRequest('Say which season and episode the file is.');
  return { season: number, episodes };
}

// Serves posters, backdrops and pictures of seasons that lie among the files or inside them, or that a media server has.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TmdbKind } from '@matinee/shared/media/media';
import { NotFoundError } from '@matinee/sources/source';
import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { createCoverReader } from './embedded-covers.ts';
import type { CopyRows } from './copy-rows.ts';
import { imageType } from './image-type.ts';
import type { LibraryIndex } from './library-index.ts';
import type { FileRecord, TitleRecord } from './library-records.ts';
import type { FrameRows } from '#media-library/thumbnails/frame-rows.ts';

/** A number is that of a season. */
export type PictureKind = 'poster' | 'backdrop' | number;

export interface PictureRequest {
  readonly signature: string;
  readonly kind: TmdbKind;
  /** The record's id. */
  readonly id: number;
  readonly picture: PictureKind;
}

export interface Pictures {
  /**
   * The path of the title's own picture on this server, else TMDB's. Pages can't send credentials with
   * pictures, so the path has a signature.
   */
  readonly pathOf: (record: TitleRecord, picture: PictureKind) => string | null;
  /** The path of a background in the operator's folders: it wins over TMDB's. Null without one. */
  readonly folderBackdropOf: (record: TitleRecord) => string | null;
  /** Throws `NotFoundError` for a wrong signature, and if there is no such picture. */
  readonly open: (request: PictureRequest, options: OpenOptions) => Promise<OpenPicture>;
  /** Begins the paths of copies of TMDB's pictures; a slash and TMDB's file name follow. Undefined without TMDB. */
  readonly copiesFolder: string | undefined;
  /** Throws like `open`. */
  readonly openCopy: (signature: string, name: string) => Promise<OpenPicture>;
}

export interface OpenPicture extends UpstreamResponse {
  readonly type: string;
}

/** Opens pictures by their path; the response tells the type where the path has no extension. */
export type PictureStore = Pick<FileStore, 'open'>;

interface PicturesOptions {
  readonly index: Pick<LibraryIndex, 'find' | 'recordOf' | 'filesOf'>;
  readonly stores: ReadonlyMap<string, PictureStore>;
  /** Those of them that are folders. */
  readonly folders: Pick<ReadonlyMap<string, PictureStore>, 'has'>;
  readonly secret: string;
  readonly frames: Pick<FrameRows, 'get'>;
  readonly copies: Pick<CopyRows, 'get'>;
  readonly hasTmdb: boolean;
}

const MAX_BYTES = 20 * 1024 * 1024;

export function createPictures(options: PicturesOptions): Pictures {
  const { index, stores, folders, secret, frames } = options;
  const sign = (file: string): string => signatureOf(file, secret);
  const seasonFile = ({ kind, id }: TitleRecord, wanted?: number): string | null =>
    kind === 'tv' ? seasonPicture(index.find(kind, id)?.files ?? [], wanted) : null;
  const fileOf = (record: TitleRecord, picture: PictureKind): string | null => {
    if (picture === 'backdrop') return record.backdropFile;
    if (picture !== 'poster') return seasonFile(record, picture);
    return record.posterFile ?? (record.poster === null ? seasonFile(record) : null);
  };

  const covers = createCoverReader();
  const coverFile = (record: TitleRecord): FileRecord | undefined =>
    index
      .filesOf(record)
      .find(({ media, missingSince }) => missingSince === null && media?.hasCover === true);
  const coverName = ({ store, path }: FileRecord): string => `cover of ${store}/${path}`;

  const frameFile = (record: TitleRecord): FileRecord | undefined =>
    hasOwnFrame(record)
      ? index
          .filesOf(record)
          .find(({ hasFrame, missingSince }) => hasFrame && missingSince === null)
      : undefined;
  const frameName = ({ identity }: FileRecord): string => `frame of ${identity}`;

  async function openFrame(record: TitleRecord, signature: string) {
    const file = frameFile(record);
    const bytes =
      file && isEqual(signature, sign(frameName(file)))
        ? await frames.get(file.identity ?? '')
        : undefined;
    if (!file || !bytes) throw new NotFoundError('no such picture');
    return opened({ bytes, type: 'image/jpeg' }, file.path);
  }

  async function openCover(record: TitleRecord, signature: string, signal: AbortSignal) {
    const file = coverFile(record);
    const store = file && stores.get(file.store);
    if (!store || !isEqual(signature, sign(coverName(file))))
      throw new NotFoundError('no such picture');
    return opened(await covers.read(store, file, signal), file.path);
  }

  const addressIn = (record: TitleRecord, picture: PictureKind, name: string): string =>
    `/library/pictures/${sign(name)}/${record.kind}/${record.id}/${nameOf(picture)}.jpg`;

  return {
    ...openCopies(options, sign('copies of TMDB')),
    folderBackdropOf: (record) => {
      const { backdropFile: file } = record;
      const isInFolder = file !== null && folders.has(file.slice(0, file.indexOf('/')));
      return isInFolder ? addressIn(record, 'backdrop', file) : null;
    },
    pathOf: (record, picture) => {
      const addressOf = (name: string): string => addressIn(record, picture, name);
      const file = fileOf(record, picture);
      if (file !== null) return addressOf(file);
      if (typeof picture === 'number') return null;
      const frame = frameFile(record);
      const framed = frame ? addressOf(frameName(frame)) : null;
      if (picture === 'backdrop') return record.backdrop ?? framed;
      const cover = record.poster === null ? coverFile(record) : undefined;
      return cover ? addressOf(coverName(cover)) : (record.poster ?? framed);
    },
    open: async ({ signature, kind, id, picture }, options) => {
      const record = index.find(kind, id)?.record ?? index.recordOf({ kind, titleId: id });
      if (!record) throw new NotFoundError('no such picture');
      const file = fileOf(record, picture);
      if (file === null && picture === 'poster' && coverFile(record))
        return await openCover(record, signature, options.signal);
      if (file === null) return await openFrame(record, signature);
      if (!isEqual(signature, sign(file))) throw new NotFoundError('no such picture');
      const slash = file.indexOf('/');
      const store = stores.get(file.slice(0, slash));
      if (!store) throw new NotFoundError('no such picture');
      return await checked(await store.open(file.slice(slash + 1), options));
    },
  };
}

const signatureOf = (file: string, secret: string): string =>
  createHmac('sha256', secret).update(`picture ${file}`).digest('base64url').slice(0, 22);

function openCopies(
  { copies, hasTmdb }: Pick<PicturesOptions, 'copies' | 'hasTmdb'>,
  right: string,
): Pick<Pictures, 'copiesFolder' | 'openCopy'> {
  return {
    copiesFolder: hasTmdb ? `/library/pictures/${right}/tmdb` : undefined,
    openCopy: async (signature, name) => {
      const bytes = isEqual(signature, right) ? await copies.get(`/${name}`) : undefined;
      const type = bytes && imageType(bytes);
      if (!bytes || type === undefined) throw new NotFoundError('no such picture');
      return opened({ bytes, type }, name);
    },
  };
}

function opened({ bytes, type }: { bytes: Uint8Array; type: string }, path: string): OpenPicture {
  const headers = { 'content-length': String(bytes.length) };
  const body = Readable.from([Buffer.from(bytes)]);
  return { status: 200, headers, finalUrl: path, body, type };
}

const nameOf = (picture: PictureKind): string =>
  typeof picture === 'number' ? `season-${picture}` : picture;

/** The season's picture; if no season is given, that of the first season with one. */
function seasonPicture(files: readonly FileRecord[], wanted?: number): string | null {
  const found = files.flatMap(({ store, season, seasonPoster }) =>
    seasonPoster !== null && (wanted ?? season) === season
      ? [{ season, file: `${store}/${seasonPoster}` }]
      : [],
  );
  const [first] = found.toSorted(
    (a, b) => rank(a.season) - rank(b.season) || (a.file < b.file ? -1 : 1),
  );
  return first?.file ?? null;
}

/** Specials come last. */
const rank = (season: number | null): number => season || Number.POSITIVE_INFINITY;

/** Whether a frame may stand for the title: it is a home video that no database knows. */
export const hasOwnFrame = ({ kind, isVideo, tmdbId }: TitleRecord): boolean =>
  kind === 'movie' && isVideo && tmdbId === null;

/** Throws `NotFoundError` if it's too large, or no picture whatever its name says. */
async function checked(response: UpstreamResponse) {
  const { status, headers, body } = response;
  // A 304 has no content.
  if (status === 304) return { ...response, type: 'image/jpeg' };
  try {
    const size = Number(headers['content-length'] ?? 0);
    if (size > MAX_BYTES) throw new NotFoundError('the picture is too large');
    const type = imageType(await peek(body));
    if (type === undefined) throw new NotFoundError("it isn't a picture");
    return { ...response, type, body: limited(body) };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** The first bytes, which stay in the stream. */
async function peek(body: Readable): Promise<Uint8Array> {
  await Promise.race([once(body, 'readable'), once(body, 'end')]);
  const chunk: unknown = body.read();
  if (!(chunk instanceof Uint8Array)) return Buffer.alloc(0);
  body.unshift(chunk);
  return chunk;
}

/** Ends with an error where a picture without a length is too large. */
function limited(body: Readable): Readable {
  let size = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      done(size > MAX_BYTES ? new Error('the picture is too large') : null, chunk);
    },
  });
  return pipeline(body, counted, () => undefined);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Serves posters, backdrops and season pictures that are beside files, embedded in files, or on a media server.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TmdbKind } from '@matinee/shared/media/media';
import { NotFoundError } from '@matinee/sources/source';
import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { createCoverReader } from './embedded-covers.ts';
import type { CopyRows } from '../catalog-copies/copy-rows.ts';
import { imageType } from '../catalog-copies/image-type.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { FileRecord, TitleRecord } from '../index/library-records.ts';
import type { FrameRows } from '#media-library/thumbnails/frame-rows.ts';

/** A number means the picture of that season. */
export type ArtworkKind = 'poster' | 'backdrop' | number;

export interface ArtworkRequest {
  readonly signature: string;
  readonly kind: TmdbKind;
  /** The record's ID. */
  readonly id: number;
  readonly picture: ArtworkKind;
}

export interface Artwork {
  /**
   * Returns the path of the title's own picture on this server, or else TMDB's. The path has a signature, because pages
   * can't send credentials with requests for pictures.
   */
  readonly pathOf: (record: TitleRecord, picture: ArtworkKind) => string | null;
  /** Returns the path of a background in the operator's folders, which overrides TMDB's. Null without one. */
  readonly folderBackdropOf: (record: TitleRecord) => string | null;
  /** Throws `NotFoundError` if the signature is wrong or there is no such picture. */
  readonly open: (request: ArtworkRequest, options: OpenOptions) => Promise<OpenArtwork>;
  /** The start of paths of TMDB's copied pictures. A slash and TMDB's file name follow. Undefined without TMDB. */
  readonly copiesFolder: string | undefined;
  /** Throws the errors of `open`. */
  readonly openCopy: (signature: string, name: string) => Promise<OpenArtwork>;
}

export interface OpenArtwork extends UpstreamResponse {
  readonly type: string;
}

/** Opens pictures by their path. The response tells the type if the path has no extension. */
export type ArtworkStore = Pick<FileStore, 'open'>;

interface ArtworkOptions {
  readonly index: Pick<LibraryIndex, 'find' | 'recordOf' | 'filesOf'>;
  readonly stores: ReadonlyMap<string, ArtworkStore>;
  /** The stores that are folders. */
  readonly folders: Pick<ReadonlyMap<string, ArtworkStore>, 'has'>;
  readonly secret: string;
  readonly frames: Pick<FrameRows, 'get'>;
  readonly copies: Pick<CopyRows, 'get'>;
  readonly hasTmdb: boolean;
}

const MAX_BYTES = 20 * 1024 * 1024;

export function createArtwork(options: ArtworkOptions): Artwork {
  const { index, stores, folders, secret, frames } = options;
  const sign = (file: string): string => signatureOf(file, secret);
  const seasonFile = ({ kind, id }: TitleRecord, wanted?: number): string | null =>
    kind === 'tv' ? seasonImage(index.find(kind, id)?.files ?? [], wanted) : null;
  const fileOf = (record: TitleRecord, picture: ArtworkKind): string | null => {
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

  const addressIn = (record: TitleRecord, picture: ArtworkKind, name: string): string =>
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
  { copies, hasTmdb }: Pick<ArtworkOptions, 'copies' | 'hasTmdb'>,
  right: string,
): Pick<Artwork, 'copiesFolder' | 'openCopy'> {
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

function opened({ bytes, type }: { bytes: Uint8Array; type: string }, path: string): OpenArtwork {
  const headers = { 'content-length': String(bytes.length) };
  const body = Readable.from([Buffer.from(bytes)]);
  return { status: 200, headers, finalUrl: path, body, type };
}

const nameOf = (picture: ArtworkKind): string =>
  typeof picture === 'number' ? `season-${picture}` : picture;

/** Returns the season's picture. Without a season, returns that of the first season with a picture. */
function seasonImage(files: readonly FileRecord[], wanted?: number): string | null {
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

/** Sorts specials last. */
const rank = (season: number | null): number => season || Number.POSITIVE_INFINITY;

/** Returns whether a frame may be the title's poster: if it is a home video that no database knows. */
export const hasOwnFrame = ({ kind, isVideo, tmdbId }: TitleRecord): boolean =>
  kind === 'movie' && isVideo && tmdbId === null;

/** Throws `NotFoundError` if the content is too large or isn't a picture, regardless of its name. */
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

/** Returns the first bytes without removing them from the stream. */
async function peek(body: Readable): Promise<Uint8Array> {
  await Promise.race([once(body, 'readable'), once(body, 'end')]);
  const chunk: unknown = body.read();
  if (!(chunk instanceof Uint8Array)) return Buffer.alloc(0);
  body.unshift(chunk);
  return chunk;
}

/** Destroys the stream with an error if a picture without a stated length is too large. */
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

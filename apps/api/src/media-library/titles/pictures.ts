// Serves posters and backdrops that lie among the files, or that a media server has.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';
import type { TmdbKind } from '@matinee/shared/media/media';
import { NotFoundError } from '@matinee/sources/source';
import { extension } from '#media-library/folder/extensions.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import type { LibraryIndex } from './library-index.ts';
import type { TitleRecord } from './library-records.ts';

export type PictureKind = 'poster' | 'backdrop';

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
  /** Throws `NotFoundError` for a wrong signature, and if there is no such picture. */
  readonly open: (
    request: PictureRequest,
    options: OpenOptions,
  ) => Promise<UpstreamResponse & { readonly type: string }>;
}

/** Opens pictures by their path; the response tells the type where the path has no extension. */
export type PictureStore = Pick<FileStore, 'open'>;

interface PicturesOptions {
  readonly index: Pick<LibraryIndex, 'find' | 'recordOf'>;
  readonly stores: ReadonlyMap<string, PictureStore>;
  readonly secret: string;
}

const MAX_BYTES = 20 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export function createPictures({ index, stores, secret }: PicturesOptions): Pictures {
  const sign = (file: string): string =>
    createHmac('sha256', secret).update(`picture ${file}`).digest('base64url').slice(0, 22);
  const fileOf = (record: TitleRecord, picture: PictureKind): string | null =>
    picture === 'poster' ? record.posterFile : record.backdropFile;

  return {
    pathOf: (record, picture) => {
      const file = fileOf(record, picture);
      if (file === null) return picture === 'poster' ? record.poster : record.backdrop;
      return `/library/pictures/${sign(file)}/${record.kind}/${record.id}/${picture}.jpg`;
    },
    open: async ({ signature, kind, id, picture }, options) => {
      const record = index.find(kind, id)?.record ?? index.recordOf({ kind, titleId: id });
      const file = record && fileOf(record, picture);
      if (!file || !isEqual(signature, sign(file))) throw new NotFoundError('no such picture');
      const slash = file.indexOf('/');
      const store = stores.get(file.slice(0, slash));
      if (!store) throw new NotFoundError('no such picture');
      const response = await store.open(file.slice(slash + 1), options);
      const type = TYPES[extension(file)] ?? typeIn(response);
      const size = Number(response.headers['content-length'] ?? 0);
      if (type !== undefined && size <= MAX_BYTES)
        return { ...response, type, body: limited(response.body) };
      response.body.destroy();
      throw new NotFoundError('no picture, or too large');
    },
  };
}

function typeIn({ headers }: UpstreamResponse): string | undefined {
  const [type] = String(headers['content-type'] ?? '').split(';');
  return Object.values(TYPES).find((known) => known === type?.trim().toLowerCase());
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

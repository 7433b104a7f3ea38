// Serves posters and backdrops that lie among the files.
import { createHmac, timingSafeEqual } from 'node:crypto';
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

interface PicturesOptions {
  readonly index: Pick<LibraryIndex, 'recordOf'>;
  readonly stores: ReadonlyMap<string, FileStore>;
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
      const record = index.recordOf({ kind, titleId: id });
      const file = record && fileOf(record, picture);
      if (!file || !isEqual(signature, sign(file))) throw new NotFoundError('no such picture');
      const slash = file.indexOf('/');
      const store = stores.get(file.slice(0, slash));
      const type = TYPES[extension(file)];
      if (!store || type === undefined) throw new NotFoundError('no such picture');
      const response = await store.open(file.slice(slash + 1), options);
      const size = Number(response.headers['content-length'] ?? 0);
      if (size <= MAX_BYTES) return { ...response, type };
      response.body.destroy();
      throw new NotFoundError('the picture is too large');
    },
  };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import type { TestMedia } from '../media.ts';
import { startFake, type Fake, type FakeAnswer } from './http.ts';

export interface ManifestHost extends Fake {
  /** The manifest's address. */
  readonly manifestUrl: string;
  /** From now on it says this. */
  readonly publish: (manifest: object) => void;
}

/** A plain file server with the operator's list and movies, which wants a key for the films. */
export async function startManifestHost(
  media: TestMedia,
  first: object,
  key?: string,
): Promise<ManifestHost> {
  let manifest = first;
  let version = 1;
  const fake = await startFake(({ headers, isEmpty, url }): FakeAnswer => {
    if (url.pathname === '/lists/films.json') {
      const etag = `"v${version}"`;
      if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
      return { headers: { etag }, body: isEmpty ? { version: 1 } : manifest };
    }
    if (key !== undefined && headers['x-key'] !== key) return { status: 403, body: 'Keep out' };
    const name = url.pathname.replace(/^\/films\//, '');
    const file = { '720.mp4': media.film720, '360.mp4': media.film360, 'en.vtt': media.vtt }[name];
    return file === undefined ? { status: 404, body: 'Not here' } : { file };
  });
  return {
    ...fake,
    manifestUrl: `${fake.url}/lists/films.json`,
    publish: (next) => {
      manifest = next;
      version += 1;
    },
  };
}

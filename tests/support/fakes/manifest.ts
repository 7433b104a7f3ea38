import type { TestMedia } from '../media.ts';
import { startFake, type Fake, type FakeResponse } from './http.ts';

export interface ManifestHost extends Fake {
  /** The manifest's address. */
  readonly manifestUrl: string;
  /** Replaces its content. */
  readonly publish: (manifest: object) => void;
}

/** A plain file server with the operator's manifest and movies, which requires a key for the movies. */
export async function startManifestHost(
  media: TestMedia,
  first: object,
  key?: string,
  /** Paths on this machine, by name. */
  more: Readonly<Record<string, string>> = {},
): Promise<ManifestHost> {
  let manifest = first;
  let version = 1;
  const fake = await startFake(({ headers, isEmpty, url }): FakeResponse => {
    if (url.pathname === '/lists/films.json') {
      const etag = `"v${version}"`;
      if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
      return { headers: { etag }, body: isEmpty ? { version: 1 } : manifest };
    }
    if (key !== undefined && headers['x-key'] !== key) return { status: 403, body: 'Keep out' };
    const name = url.pathname.replace(/^\/films\//, '');
    const { video720, video360, vtt } = media;
    const films: Readonly<Record<string, string>> = {
      ...more,
      '720.mp4': video720,
      '360.mp4': video360,
      'en.vtt': vtt,
    };
    const file = films[name];
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

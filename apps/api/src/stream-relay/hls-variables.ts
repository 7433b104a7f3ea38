// EXT-X-DEFINE: names for what a playlist puts into its addresses, and into those of the playlists that it lists.
import { InvalidPlaylistError } from './invalid-playlist.ts';

/** Values by name. */
export type Variables = Readonly<Record<string, string>>;

export interface PlaylistVariables {
  /** Remembers what a line's attributes define; false where nothing can be known of it. */
  readonly define: (attributes: ReadonlyMap<string, string>) => boolean;
  /** The text with the values put in. */
  readonly resolve: (text: string) => string;
  /** Variables that listed playlists may import; the same object until something is added. */
  readonly forListed: () => Variables | undefined;
}

/** One variable put in again and again could fill all memory. */
const MAX_RESOLVED_CHARACTERS = 64 * 1024;
/**
 * Variables travel in stream tokens, which must fit into a request line. Others cannot be imported.
 */
const MAX_LISTED_BYTES = 2 * 1024;
const VARIABLE = /\{\$([\w-]+)\}/g;

export function createVariables(playlist: {
  readonly url: string;
  /** Variables from the playlist that listed this one. */
  readonly inherited?: Variables | undefined;
}): PlaylistVariables {
  const inherited = new Map(Object.entries(playlist.inherited ?? {}));
  const known = new Map<string, string>();
  let listed = playlist.inherited;
  let listedBytes = [...inherited].reduce((sum, one) => sum + bytesOf(...one), 0);

  function list(name: string, value: string): void {
    listedBytes += bytesOf(name, value);
    if (listedBytes <= MAX_LISTED_BYTES) listed = { ...listed, [name]: value };
  }

  function valueOf(attributes: ReadonlyMap<string, string>): readonly [string, string] | undefined {
    const parameter = attributes.get('QUERYPARAM');
    const imported = attributes.get('IMPORT');
    const name = parameter ?? imported ?? attributes.get('NAME');
    const value =
      parameter !== undefined
        ? queryOf(playlist.url, parameter)
        : imported !== undefined
          ? inherited.get(imported)
          : attributes.get('VALUE');
    return name === undefined || value === undefined ? undefined : [name, value];
  }

  return {
    define(attributes) {
      const variable = valueOf(attributes);
      if (!variable) return false;
      known.set(...variable);
      if (!attributes.has('IMPORT')) list(...variable);
      return true;
    },
    resolve(text) {
      if (known.size === 0) return text;
      let remaining = MAX_RESOLVED_CHARACTERS - text.length;
      return text.replaceAll(VARIABLE, (match, name: string) => {
        const value = known.get(name) ?? match;
        remaining -= value.length;
        if (remaining < 0)
          throw new InvalidPlaylistError('The playlist has an address that is too long.');
        return value;
      });
    },
    forListed: () => listed,
  };
}

function bytesOf(name: string, value: string): number {
  return Buffer.byteLength(JSON.stringify([name, value]));
}

function queryOf(url: string, name: string): string | undefined {
  return URL.parse(url)
    ?.searchParams.get(name)
    ?.replaceAll(/["\r\n\u2028\u2029]/g, '');
}

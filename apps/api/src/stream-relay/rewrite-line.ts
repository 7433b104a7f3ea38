// Rewrites the URLs in one line of an HLS playlist. Playlist libraries parse whole documents and drop unknown tags.
// Rewriting single lines keeps all tags and never delays live playlists.
import type { TokenKind, Variables } from './stream-token.ts';

/** Returns the URL for the player. Undefined if the player may not fetch it. */
export type SignUrl = (
  address: string,
  kind: TokenKind,
  /** Variables that the playlist may import. */
  variables?: Variables,
) => string | undefined;

export interface PlaylistContext {
  readonly signUrl: SignUrl;
  /** The playlist's URL. */
  readonly url: string;
  /** Variables that the playlist may import from the one that listed it. */
  readonly inherited?: Variables | undefined;
}

/** Returns the line to send, or undefined to drop it. Expects lines in order, without line ends. */
export type RewriteLine = (line: string) => string | undefined;

/** Tags with URLs of other playlists. All other tags name media, keys or data. */
const TO_PLAYLISTS: ReadonlySet<string> = new Set([
  'EXT-X-MEDIA',
  'EXT-X-I-FRAME-STREAM-INF',
  'EXT-X-IMAGE-STREAM-INF',
  'EXT-X-RENDITION-REPORT',
]);
const TAG = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/s;
/**
 * Matches complete quoted values, to ignore commas inside them. The look-behind anchors names. Without it, a long name
 * would take minutes.
 */
const ATTRIBUTE = /(?<![A-Za-z0-9-])([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^,]*)/g;
const HAS_ADDRESS = /URI\s*=/;
/** Replaces a URL that must not leak. */
const NOTHING = 'data:,';

export function rewriteLines({ signUrl, ...playlist }: PlaylistContext): RewriteLine {
  const { define, resolve, forListed } = createVariables(playlist);
  let isVariant = false;

  const signedUrl = (address: string, kind: TokenKind, variables?: Variables): string =>
    signUrl(address, kind, variables) ?? NOTHING;

  function rewriteTag(line: string, tag: string, given: string): string | undefined {
    if (tag === 'EXT-X-STREAM-INF') isVariant = true;
    // Drop the definition. Its value, which may be a private address or a key, is inserted where it is used.
    if (tag === 'EXT-X-DEFINE') return define(attributesOf(given)) ? undefined : line;
    if (!tag.startsWith('EXT-X-')) return line;
    const attributes = resolve(given);
    if (isRemovedTag(tag, attributes)) return undefined;
    if (!HAS_ADDRESS.test(attributes)) return attributes === given ? line : `#${tag}:${attributes}`;
    const kind = TO_PLAYLISTS.has(tag) ? 'playlist' : 'media';
    const rewritten = attributes.replaceAll(ATTRIBUTE, (match, name: string, value: string) => {
      if (name === 'URI') return `URI="${signedUrl(unquoted(value), kind, importsOf(tag))}"`;
      return name === 'X-ASSET-URI' ? `${name}="${signedUrl(unquoted(value), 'playlist')}"` : match;
    });
    return `#${tag}:${rewritten}`;
  }

  /** A rendition report names a sibling that the same parent lists. */
  function importsOf(tag: string): Variables | undefined {
    if (!TO_PLAYLISTS.has(tag)) return undefined;
    return tag === 'EXT-X-RENDITION-REPORT' ? playlist.inherited : forListed();
  }

  return (line) => {
    const text = line.trim();
    // Handle these first, because every other line is one of them.
    if (text === '' || text.startsWith('#EXTINF:')) return text;
    const [, tag, attributes = ''] = TAG.exec(text) ?? [];
    if (tag !== undefined) return rewriteTag(text, tag, attributes);
    // Drop comments that contain a URL.
    if (text.startsWith('#')) return text.includes('://') ? undefined : text;
    if (!isVariant) return signedUrl(resolve(text), 'media');
    isVariant = false;
    return signedUrl(resolve(text), 'playlist', forListed());
  };
}

/**
 * Returns whether to remove a tag. Some tags refer to other documents that name servers, and would bypass stream
 * tokens. Playback doesn't need them.
 */
function isRemovedTag(tag: string, attributes: string): boolean {
  return (
    tag === 'EXT-X-CONTENT-STEERING' ||
    tag === 'EXT-X-SESSION-DATA' ||
    (tag === 'EXT-X-DATERANGE' && /X-ASSET-LIST\s*=/.test(attributes))
  );
}

function attributesOf(given: string): ReadonlyMap<string, string> {
  return new Map(
    [...given.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unquoted(value)]),
  );
}

const unquoted = (value: string): string => value.replaceAll(/^"|"$/g, '');

export interface PlaylistVariables {
  /** Stores the variable that the attributes define. Returns false if its value is unknown. */
  readonly define: (attributes: ReadonlyMap<string, string>) => boolean;
  /** Inserts the values of variables. */
  readonly resolve: (text: string) => string;
  /** Returns the variables that listed playlists may import. Returns the same object until one is added. */
  readonly forListed: () => Variables | undefined;
}

/** Limits the result, because a variable that is inserted repeatedly could fill the memory. */
const MAX_RESOLVED_CHARACTERS = 64 * 1024;
/**
 * Variables are part of stream tokens, which must fit into a request line. Variables over this limit can't be imported.
 */
const MAX_LISTED_BYTES = 2 * 1024;
const VARIABLE = /\{\$([\w-]+)\}/g;

function createVariables(playlist: {
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
          throw new InvalidPlaylistError('The playlist contains a URL that is too long.');
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

/** The upstream server's playlist is invalid. */
export class InvalidPlaylistError extends Error {
  override name = 'NotAPlaylist';
}

// Rewrites the URLs in one line of an HLS playlist. Playlist libraries parse whole documents and
// drop unknown tags; line by line nothing is lost, and live playlists never wait.
import type { TokenKind } from './stream-token.ts';
import { createVariables, type Variables } from './hls-variables.ts';

/** The address that a player is to use; undefined for one that it may not have. */
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
  /** Variables that it may import from the playlist that listed it. */
  readonly inherited?: Variables | undefined;
}

/** Returns the line to send, or undefined to drop it. Expects lines in order, without line ends. */
export type RewriteLine = (line: string) => string | undefined;

/** Tags whose address leads to another playlist; all others lead to media, keys or data. */
const TO_PLAYLISTS: ReadonlySet<string> = new Set([
  'EXT-X-MEDIA',
  'EXT-X-I-FRAME-STREAM-INF',
  'EXT-X-IMAGE-STREAM-INF',
  'EXT-X-RENDITION-REPORT',
]);
const TAG = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/s;
/**
 * Quoted values are matched completely, so that commas inside do not count. The look-behind anchors
 * names: without it a long one would take minutes.
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
    // Dropped: its value is inserted where it is used, and may be a private address or a key.
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

  /** A rendition report names a sibling, listed by the same parent. */
  function importsOf(tag: string): Variables | undefined {
    if (!TO_PLAYLISTS.has(tag)) return undefined;
    return tag === 'EXT-X-RENDITION-REPORT' ? playlist.inherited : forListed();
  }

  return (line) => {
    const text = line.trim();
    // Every other line is one of these.
    if (text === '' || text.startsWith('#EXTINF:')) return text;
    const [, tag, attributes = ''] = TAG.exec(text) ?? [];
    if (tag !== undefined) return rewriteTag(text, tag, attributes);
    // Comments are dropped if they contain a URL.
    if (text.startsWith('#')) return text.includes('://') ? undefined : text;
    if (!isVariant) return signedUrl(resolve(text), 'media');
    isVariant = false;
    return signedUrl(resolve(text), 'playlist', forListed());
  };
}

/**
 * Name servers in documents that are not playlists, which bypass stream tokens. Playback does not
 * need them.
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

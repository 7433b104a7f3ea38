// One line of an HLS playlist, with every address in it exchanged. Libraries for playlists read whole documents and
// print them anew, without what they do not know; line by line nothing is lost, and a live playlist never waits.
import type { TokenKind } from './stream-token.ts';
import { createVariables, type Variables } from './hls-variables.ts';

/** The address that a player is to use; undefined for one that it may not have. */
export type SignUrl = (
  address: string,
  kind: TokenKind,
  /** What the playlist there may import. */
  variables?: Variables,
) => string | undefined;

export interface PlaylistContext {
  readonly signUrl: SignUrl;
  /** Of the playlist itself. */
  readonly url: string;
  /** What it may import of the playlist that listed it. */
  readonly inherited?: Variables | undefined;
}

/** Returns the line to send, or undefined for one that is left out. Lines come in order, without their ends. */
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
 * Quoted values are taken whole, so that neither commas nor names inside them count. A name is tried from its beginning
 * only: from each of its letters, a long one would take minutes.
 */
const ATTRIBUTE = /(?<![A-Za-z0-9-])([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^,]*)/g;
const HAS_ADDRESS = /URI\s*=/;
/** Instead of an address that may not be told: nothing, wherever it stands. */
const NOTHING = 'data:,';

export function rewriteLines({ signUrl, ...playlist }: PlaylistContext): RewriteLine {
  const { define, resolve, forListed } = createVariables(playlist);
  let isVariant = false;

  const signedUrl = (address: string, kind: TokenKind, variables?: Variables): string =>
    signUrl(address, kind, variables) ?? NOTHING;

  function rewriteTag(line: string, tag: string, given: string): string | undefined {
    if (tag === 'EXT-X-STREAM-INF') isVariant = true;
    // Left out: we put its value in wherever it stands, and that may be an address of the operator's or a key out of one.
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

  /** Of a playlist beside this one: it was listed where this one was. */
  function importsOf(tag: string): Variables | undefined {
    if (!TO_PLAYLISTS.has(tag)) return undefined;
    return tag === 'EXT-X-RENDITION-REPORT' ? playlist.inherited : forListed();
  }

  return (line) => {
    const text = line.trim();
    // Every other line, of which nothing is for us.
    if (text === '' || text.startsWith('#EXTINF:')) return text;
    const [, tag, attributes = ''] = TAG.exec(text) ?? [];
    if (tag !== undefined) return rewriteTag(text, tag, attributes);
    // A remark is nobody's business, least of all the address in it.
    if (text.startsWith('#')) return text.includes('://') ? undefined : text;
    if (!isVariant) return signedUrl(resolve(text), 'media');
    isVariant = false;
    return signedUrl(resolve(text), 'playlist', forListed());
  };
}

/** These name servers in documents and texts that are no playlists, past every ticket; no film needs them to play. */
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

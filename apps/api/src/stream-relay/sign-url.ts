import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { extensionOf, inheritedHeaders } from './headers.ts';
import { InvalidPlaylistError } from './invalid-playlist.ts';
import type { SignUrl } from './rewrite-line.ts';
import {
  isPlainName,
  type ChildTokens,
  type StreamClaims,
  type StreamToken,
  type TokenKind,
} from './stream-token.ts';

export const STREAM_PATH = '/stream';

/** Longer ones would not fit into a request line as a ticket. */
const MAX_ADDRESS_CHARACTERS = 6 * 1024;

/** The path at which a player opens the ticket. The name is for players that go by endings, and tells nothing else. */
export function streamPath(
  token: string,
  { kind, url }: Pick<StreamClaims, 'kind' | 'url'>,
): string {
  if (kind === 'playlist') return `${STREAM_PATH}/${token}/index.m3u8`;
  const ending = extensionOf(url);
  return `${STREAM_PATH}/${token}${ending && `/stream.${ending}`}`;
}

/** Turns the addresses in a playlist into tickets of its own session. `base` is where the playlist was found in the end. */
export function createSignUrl(
  token: StreamToken,
  base: string,
  { issue, issueDirectory }: ChildTokens,
): SignUrl {
  // A library's redirects are trusted like the library; elsewhere one may have led to strangers.
  const tokenOrigin = originOf(URL.parse(token.url.startsWith(LIBRARY_SCHEME) ? base : token.url));
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  const crossOriginHeaders = inheritedHeaders(token.headers, false);
  const { scope } = token;

  return (address, kind, variables) => {
    const url = URL.parse(address, base);
    if (url && isPassedOn(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    if (url.href.length > MAX_ADDRESS_CHARACTERS) {
      throw new InvalidPlaylistError('The other server’s playlist has an address without end.');
    }
    const headers = originOf(url) === tokenOrigin ? token.headers : crossOriginHeaders;
    const grant = { url: url.href, kind, headers, scope, variables };
    const name = kind === 'media' && isOpenDirectory(token, url) ? nameIn(url) : undefined;
    if (name === undefined) return streamPath(issue(grant), grant);
    const directory = issueDirectory({ ...grant, url: grant.url.slice(0, -name.length) });
    return `${STREAM_PATH}/${directory}/${name}`;
  };
}

/**
 * A directory's ticket opens all that lies in it, and its files' names can be seen. That is no secret on the public internet;
 * on the operator's own servers each file has a ticket of its own.
 */
function isOpenDirectory({ scope }: StreamToken, url: URL): boolean {
  return scope === 'public' && isWeb(url);
}

/** The last part of the path, where the address ends with it and every parser reads it the same way. */
function nameIn({ pathname, href }: URL): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return isPlainName(name) && href.endsWith(`/${name}`) ? name : undefined;
}

/** Bytes that are there already, unless they could name addresses in turn; and the names of keys that only players know. */
function isPassedOn({ protocol }: URL, kind: TokenKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');

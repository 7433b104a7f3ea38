import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { inheritedHeaders } from './headers.ts';
import { InvalidPlaylistError, type SignUrl } from './rewrite-line.ts';
import {
  isPlainName,
  STREAM_PATH,
  streamPath,
  type PlaybackTokens,
  type StreamToken,
  type TokenKind,
} from './stream-token.ts';

/** The token of a longer URL would not fit into a request line. */
const MAX_ADDRESS_CHARACTERS = 6 * 1024;

/** Signs the URLs in a playlist for the same session. `base`: the playlist's final URL. */
export function createSignUrl(
  token: StreamToken,
  base: string,
  { issue, issueDirectory }: PlaybackTokens,
): SignUrl {
  // Trust redirects of a library like the library itself. Redirects of other servers may lead to third parties.
  const tokenOrigin = originOf(URL.parse(token.url.startsWith(LIBRARY_SCHEME) ? base : token.url));
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  const crossOriginHeaders = inheritedHeaders(token.headers, false);
  const { scope } = token;

  return (address, kind, variables) => {
    const url = URL.parse(address, base);
    if (url && isPassedOn(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    if (url.href.length > MAX_ADDRESS_CHARACTERS) {
      throw new InvalidPlaylistError('The playlist contains a URL that is too long.');
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
 * Returns whether one token may open a whole directory with visible file names. That is safe on the public internet. On
 * the operator's servers, each file has its own token.
 */
function isOpenDirectory({ scope }: StreamToken, url: URL): boolean {
  return scope === 'public' && isWeb(url);
}

/** Returns the file name at the end of the URL. Undefined if parsers could read it differently. */
function nameIn({ pathname, href }: URL): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return isPlainName(name) && href.endsWith(`/${name}`) ? name : undefined;
}

/** Returns true for inline data, which contains no URLs, and for FairPlay key names (`skd:`). */
function isPassedOn({ protocol }: URL, kind: TokenKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');

import { LIBRARY_SCHEME } from '@matinee/sources/source';
import { extensionOf, inheritedHeaders } from './headers.ts';
import { InvalidPlaylistError, type SignUrl } from './rewrite-line.ts';
import {
  isPlainName,
  type ChildTokens,
  type StreamClaims,
  type StreamToken,
  type TokenKind,
} from './stream-token.ts';

export const STREAM_PATH = '/stream';

/** The token of a longer URL would not fit into a request line. */
const MAX_ADDRESS_CHARACTERS = 6 * 1024;

/** The path of a token. The file name is only for players that go by extensions. */
export function streamPath(
  token: string,
  { kind, url }: Pick<StreamClaims, 'kind' | 'url'>,
): string {
  if (kind === 'playlist') return `${STREAM_PATH}/${token}/index.m3u8`;
  const ending = extensionOf(url);
  return `${STREAM_PATH}/${token}${ending && `/stream.${ending}`}`;
}

/** Signs the URLs in a playlist, in the same session. `base` is the playlist's final URL. */
export function createSignUrl(
  token: StreamToken,
  base: string,
  { issue, issueDirectory }: ChildTokens,
): SignUrl {
  // A library's redirects are trusted like the library; others may have led to strangers.
  const tokenOrigin = originOf(URL.parse(token.url.startsWith(LIBRARY_SCHEME) ? base : token.url));
  const isInLibrary = base.startsWith(LIBRARY_SCHEME);
  const crossOriginHeaders = inheritedHeaders(token.headers, false);
  const { scope } = token;

  return (address, kind, variables) => {
    const url = URL.parse(address, base);
    if (url && isPassedOn(url, kind)) return address;
    if (!url || !(isWeb(url) || (isInLibrary && url.protocol === LIBRARY_SCHEME))) return undefined;
    if (url.href.length > MAX_ADDRESS_CHARACTERS) {
      throw new InvalidPlaylistError('The playlist has an address that is too long.');
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
 * A directory token opens every file in it, with visible names. That is fine on the public
 * internet; on the operator's servers each file has its own token.
 */
function isOpenDirectory({ scope }: StreamToken, url: URL): boolean {
  return scope === 'public' && isWeb(url);
}

/** The last part of the path, where the address ends with it and every parser reads it the same way. */
function nameIn({ pathname, href }: URL): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return isPlainName(name) && href.endsWith(`/${name}`) ? name : undefined;
}

/** Inline data that contains no URLs, and key names that only players know. */
function isPassedOn({ protocol }: URL, kind: TokenKind): boolean {
  return kind === 'media' && (protocol === 'data:' || protocol === 'skd:');
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const originOf = (url: URL | null): string => (url ? `${url.protocol}${url.host}` : '');

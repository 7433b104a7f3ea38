import type { IncomingMessage } from 'node:http';
import { PROXY_HEADER_ALIASES } from '@matinee/shared/contract/proxy-headers';

/** Header names by alias. An alias wins over the real header. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries(PROXY_HEADER_ALIASES).map(([name, alias]) => [alias, name]),
);

/**
 * Headers that are not forwarded: of this connection (RFC 9110, 7.6.1), of the page and user, and
 * of reverse proxies.
 */
const NOT_FORWARDED =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|host|content-length|http2-settings|via|forwarded|cookie|referer|origin|user-agent|x-real-ip|x-token|x-client-ip|x-cluster-client-ip|x-request-id|x-amzn-trace-id|true-client-ip|fastly-client-ip|cdn-loop|service-worker|service-worker-navigation-preload|(?:proxy|sec|cf|x-forwarded|x-original|x-matinee|access-control-request)-.*)$/;

/** Whether the proxy forwards a header, under this name or another. */
export function isForwarded(name: string): boolean {
  return RENAMED.has(name) || !NOT_FORWARDED.test(name);
}

const FORWARDED_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'content-range',
  'content-language',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
  'expires',
  'date',
  'content-encoding',
  'content-length',
]);

interface RequestHeadersOptions {
  readonly userAgent: string;
  /** Whether `Authorization` is meant for the destination. */
  readonly passesAuthorization: boolean;
}

/** Headers for the destination: never the user's own cookies, tokens or addresses. */
export function requestHeaders(
  message: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  { userAgent, passesAuthorization }: RequestHeadersOptions,
): Record<string, string> {
  const { headers } = message;
  const passed: Record<string, string> = { 'user-agent': userAgent };
  const perConnection = namedIn(headers.connection);
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string' || NOT_FORWARDED.test(name) || RENAMED.has(name)) continue;
    if (perConnection.includes(name)) continue;
    if (name !== 'authorization' || passesAuthorization) passed[name] = value;
  }
  for (const [given, name] of RENAMED) {
    const value = headers[given];
    if (typeof value === 'string' && value !== '') passed[name] = value;
  }
  // Repeated headers arrive joined by commas, which have a meaning inside a cookie.
  if (passed['cookie']?.includes(',')) {
    passed['cookie'] = (message.headersDistinct['x-cookie'] ?? []).join('; ');
  }
  return passed;
}

const NONE: readonly string[] = [];

/** Headers that `Connection` names. The usual values, `keep-alive` and `close`, name none. */
function namedIn(connection: string | undefined): readonly string[] {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return NONE;
  return connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
}

/** Keeps a proxied response harmless although it comes from the page's origin. */
export const SANDBOX_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

interface UpstreamHead {
  /** Lower-case names; a header sent several times is a list. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly finalUrl: string;
}

/** Headers for the client: an allow-list of the destination's, and the sandbox. */
export function responseHeaders({ headers, finalUrl }: UpstreamHead): Record<string, string> {
  const passed: Record<string, string> = {
    ...SANDBOX_HEADERS,
    'content-type': knownType(headers['content-type']),
    // Access was checked before the fetch, so any page that got here may embed it.
    'cross-origin-resource-policy': 'cross-origin',
    'x-final-destination': finalUrl,
    // Access depends on the origin.
    vary: 'Origin',
  };
  for (const name in headers) {
    if (!FORWARDED_RESPONSE_HEADERS.has(name)) continue;
    const value = headers[name];
    if (typeof value === 'string' && isPlain(value)) passed[name] = value;
  }
  const sent = headers['set-cookie'];
  if (sent !== undefined) {
    const cookies = [sent].flat().filter(isPlain);
    if (cookies.length > 0) passed['x-set-cookie'] = cookies.join(', ');
  }
  return passed;
}

/**
 * Most responses have one of a few types, so results are cached. Long or further types are not, to
 * bound memory.
 */
const MAX_CACHED_TYPES = 64;
const harmlessTypes = new Map<string, string>();

function knownType(declared: string | string[] | undefined): string {
  if (typeof declared !== 'string') return harmlessType(declared);
  const known = harmlessTypes.get(declared);
  if (known !== undefined) return known;
  const type = harmlessType(declared);
  if (harmlessTypes.size < MAX_CACHED_TYPES && declared.length < 64)
    harmlessTypes.set(declared, type);
  return type;
}

/** Types that no browser runs, renders or applies. Everything else becomes text or bytes: new active types appear. */
const PASSIVE =
  /^(?:(?:video|audio|font)\/[\w.+-]+|image\/(?:avif|bmp|gif|jpeg|png|webp|x-icon|vnd\.microsoft\.icon)|text\/(?:csv|plain|vtt)|application\/(?:[\w.-]+\+json|json|mp4|octet-stream|vnd\.apple\.mpegurl|x-mpegurl|x-subrip|zip))$/;
const TEXTUAL = /^text\/|xml|javascript|ecmascript/;
const CHARSET = /;\s*charset="?([\w-]+)"?/i;

/** The content type that is sent for a declared one. Documents, scripts and styles stay readable for `fetch`, as plain text. */
export function harmlessType(declared: string | string[] | undefined): string {
  const text = typeof declared === 'string' && isPlain(declared) ? declared : '';
  const type = (text.split(';')[0] ?? '').trim().toLowerCase();
  if (PASSIVE.test(type)) return text;
  if (!TEXTUAL.test(type)) return 'application/octet-stream';
  return `text/plain; charset=${CHARSET.exec(text)?.[1] ?? 'utf-8'}`;
}

function isPlain(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value);
}

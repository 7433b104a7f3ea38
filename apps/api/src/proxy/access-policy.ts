// Access rules of the proxy. A program can forge everything except accounts and tokens. Headers of browsers keep out pages
// of other origins. A script must authenticate.
import type { IncomingHttpHeaders } from 'node:http';
import { callerNetwork } from '#http/caller-address.ts';
import type { CaptchaTokens } from './captcha-tokens.ts';
import { isFromProxy } from './loops.ts';
import type { PageTokens } from './page-tokens.ts';

/** The session of an `Authorization` header, if this server knows it. */
export interface Credential {
  /** True if this server signed it, even if its session has ended. */
  readonly isSessionToken: boolean;
  readonly isSignedIn: boolean;
}

export const NO_CREDENTIAL: Credential = { isSessionToken: false, isSignedIn: false };

export interface ProxyAccessOptions {
  /** Other origins whose pages may use the proxy; `*` for all, if `captchaTokens` is set. */
  readonly origins: readonly string[];
  readonly pageTokens: PageTokens;
  /** If set, every client without an account needs a token. */
  readonly captchaTokens?: CaptchaTokens | undefined;
  readonly readCredential: (authorization: string) => Promise<Credential>;
}

export interface ProxyRequest {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  /** A query parameter, because media elements cannot set headers. */
  readonly pageToken: string | undefined;
  /** Public hosts of this server, as the request names them. */
  readonly publicHosts: ReadonlySet<string>;
  /** Created on demand: with one for each, a request cost 138 µs of CPU, not 97 (`npm run bench:proxy`, busy machine). */
  readonly signal: () => AbortSignal;
}

export type ProxyAccess =
  | { readonly isGranted: false; readonly status: 401 | 403; readonly message: string }
  | {
      readonly isGranted: true;
      readonly isSignedIn: boolean;
      /** Sent back to the client as `X-Token`. */
      readonly freshToken?: string | undefined;
      /** Whether `Authorization` is meant for the destination. */
      readonly passesAuthorization: boolean;
    };

/**
 * `Sec-Fetch-Dest` values of scripts, players and images. Documents, frames, scripts and styles are
 * excluded.
 */
const ALLOWED_USES: ReadonlySet<string> = new Set(['empty', 'audio', 'video', 'image', 'track']);
/** Browsers send these to the origin of the page by themselves, such as the password of a reverse proxy. */
const SENT_BY_BROWSERS = /^(?:basic|digest|negotiate|ntlm)\b/i;

const ANONYMOUS =
  'This proxy is only for pages of this site, accounts on this server and origins in CORS_ORIGINS. ' +
  'Log in and send your session as "Authorization: Bearer …", or ask the people who run this server to add your origin.';

export type CheckAccess = (request: ProxyRequest) => Promise<ProxyAccess>;

export function createCheckAccess(options: ProxyAccessOptions): CheckAccess {
  const { captchaTokens, readCredential } = options;

  return async (request) => {
    const { authorization } = request.headers;
    const reason = denyReason(request.headers);
    if (reason !== undefined) return denied(reason);
    const { isSessionToken, isSignedIn } =
      authorization === undefined ? NO_CREDENTIAL : await readCredential(authorization);
    const isSitePage =
      isSameOrigin(request.headers) || (await hasPageToken(request, options.pageTokens));
    const granted = {
      isGranted: true,
      isSignedIn,
      passesAuthorization:
        !isSessionToken && !(isSitePage && SENT_BY_BROWSERS.test(authorization ?? '')),
    } as const;
    if (isSignedIn) return granted;
    if (captchaTokens) {
      const checked = await checkCaptcha(request, captchaTokens);
      if (checked.accepted) return { ...granted, freshToken: checked.fresh };
      return { isGranted: false, status: 401, message: 'Invalid or missing token' };
    }
    return isSitePage || isListed(request.headers.origin, options) ? granted : denied(ANONYMOUS);
  };
}

/** Whether the request after a preflight may be allowed. Its credentials are not known yet. */
export async function isPreflightAllowed(
  request: ProxyRequest,
  options: ProxyAccessOptions,
): Promise<boolean> {
  const announced = request.headers['access-control-request-headers'] ?? '';
  return (
    options.captchaTokens !== undefined ||
    /(?:^|,)\s*authorization\s*(?:,|$)/i.test(announced) ||
    isListed(request.headers.origin, options) ||
    isSameOrigin(request.headers) ||
    (await hasPageToken(request, options.pageTokens))
  );
}

function denyReason(headers: IncomingHttpHeaders): string | undefined {
  const use = headers['sec-fetch-dest'];
  if (headers['service-worker'] !== undefined) return "Service workers can't use the proxy.";
  if (typeof use === 'string' && !ALLOWED_USES.has(use))
    return `The proxy can't be used as a ${use}.`;
  return isFromProxy(headers) ? "A proxy can't fetch through another proxy." : undefined;
}

/** Browsers send `Sec-Fetch-Site` to https and to localhost. */
const isSameOrigin = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin';

/**
 * The page token counts on plain http, and from the app's pages to a proxy on its own port. An `Origin` that equals
 * `Host` doesn't count, because any program can send it.
 */
async function hasPageToken(request: ProxyRequest, pageTokens: PageTokens): Promise<boolean> {
  const { headers, ip, pageToken, publicHosts } = request;
  if (pageToken === undefined || headers['sec-fetch-site'] === 'cross-site') return false;
  if (!isSiteHost(headers.origin, publicHosts)) return false;
  return await pageTokens.isValid(pageToken, callerNetwork(ip));
}

/** Scripts of foreign pages always send `Origin`. Ports are ignored. */
function isSiteHost(origin: string | undefined, publicHosts: ReadonlySet<string>): boolean {
  if (origin === undefined) return true;
  const name = URL.parse(origin)?.hostname;
  return [...publicHosts].some((host) => URL.parse(`http://${host}`)?.hostname === name);
}

function isListed(
  origin: string | undefined,
  { origins, captchaTokens }: Pick<ProxyAccessOptions, 'origins' | 'captchaTokens'>,
): boolean {
  if (origins.includes('*') && captchaTokens) return true;
  return origin !== undefined && origin !== '*' && origins.includes(origin);
}

async function checkCaptcha({ headers, ip, signal }: ProxyRequest, captchaTokens: CaptchaTokens) {
  const token = headers['x-token'];
  return await captchaTokens.check(typeof token === 'string' ? token : undefined, ip, signal());
}

const denied = (message: string): ProxyAccess => ({ isGranted: false, status: 403, message });

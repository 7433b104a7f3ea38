// Detects proxies or relays that fetch from each other for ever, by `Via` (RFC 9110, section
// 7.6.3).
import type { IncomingHttpHeaders } from 'node:http';

const VIA = '1.1 matinee';

/** Whether a proxy or relay of this kind sent the request. */
export function isFromProxy({ via }: IncomingHttpHeaders): boolean {
  return /\bmatinee\b/i.test(via ?? '');
}

/**
 * Adds `Via` only to URLs that may lead to a proxy or relay, because nginx does not compress
 * responses to requests with `Via`. Every loop contains such a URL, at the latest after a redirect.
 */
export function withVia(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return leadsToProxy(url) ? { ...headers, via: VIA } : headers;
}

function leadsToProxy(url: URL): boolean {
  return (
    (url.search !== '' && url.searchParams.has('destination')) ||
    decodePath(url.pathname).includes('/stream/')
  );
}

/** The router of the other server matches decoded paths. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { HOP_MARKER } from './headers.ts';

/** What a page's script, player or picture may use the proxy for; a document, frame, script or style may not. */
const HARMLESS_USES: ReadonlySet<string> = new Set(['empty', 'audio', 'video', 'image', 'track']);

export interface Admission {
  /** Hosts under which this server answers, as the request names them. */
  readonly ownHosts: ReadonlySet<string>;
  /** Other origins whose pages may use the proxy; `*` for all. */
  readonly origins: readonly string[];
}

/** Why this request may not use the proxy, or nothing when it may. */
export function whyRefused(headers: IncomingHttpHeaders, admission: Admission): string | undefined {
  const use = headers['sec-fetch-dest'];
  if (headers['service-worker'] !== undefined) return 'Not for service workers.';
  if (typeof use === 'string' && !HARMLESS_USES.has(use)) return `Not to be used as a ${use}.`;
  if (headers[HOP_MARKER] !== undefined) return 'A proxy does not fetch through another proxy.';
  return isFromAllowedPage(headers, admission)
    ? undefined
    : 'Pages of other origins may not use this proxy; its operator can list them in CORS_ORIGINS.';
}

function isFromAllowedPage(
  headers: IncomingHttpHeaders,
  { ownHosts, origins }: Admission,
): boolean {
  if (origins.includes('*')) return true;
  const { origin } = headers;
  // Without an Origin it is no page's script, unless the browser says that another site embeds us.
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
  if (origins.includes(origin)) return true;
  const host = URL.parse(origin)?.host;
  return host !== undefined && ownHosts.has(host);
}

import { fetchWatched } from '#lib/http.ts';

/** Limits both requests together. */
const PROBE_LIMIT_MS = 8_000;

/** The response of a URL that did not play, to a request for its first bytes. */
export type Probe =
  /** `unreadable`: the server responds, and CORS hides the response. `unknown`: no page can request this URL. */
  | { readonly at: 'offline' | 'unreachable' | 'unreadable' | 'page' | 'media' | 'unknown' }
  /** `busy`: a later request may succeed. */
  | { readonly at: 'denied' | 'busy'; readonly status: number };

/** Requests the URL once more, because a media element never reports why it failed. */
export async function probeAddress(url: string, signal: AbortSignal): Promise<Probe> {
  if (!/^https?:/.test(url)) return { at: 'unknown' };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]);
  const request = (init: RequestInit) => fetchHead(url, limit, init);
  const response = await request({ headers: { range: 'bytes=0-1' } });
  if (response) return read(response);
  if (!navigator.onLine) return { at: 'offline' };
  return { at: (await request({ mode: 'no-cors' })) ? 'unreadable' : 'unreachable' };
}

async function fetchHead(url: string, signal: AbortSignal, init: RequestInit) {
  const life = new AbortController();
  const either = AbortSignal.any([signal, life.signal]);
  try {
    return await fetchWatched(url, { ...init, cache: 'no-store', signal: either });
  } catch {
    return undefined;
  } finally {
    // Aborts before the body: some servers ignore ranges and send the complete file.
    life.abort();
  }
}

/** Client errors that a later request may not get. */
export const MAY_RECOVER: ReadonlySet<number> = new Set([408, 425, 429]);

function read({ ok, status, headers }: Response): Probe {
  if (status >= 500 || MAY_RECOVER.has(status)) return { at: 'busy', status };
  // 416: the file exists and is empty.
  if (!ok && status !== 416) return { at: 'denied', status };
  return { at: headers.get('content-type')?.startsWith('text/html') ? 'page' : 'media' };
}

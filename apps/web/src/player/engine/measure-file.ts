import { fetchWatched } from '#lib/http.ts';

const PROBE_BYTES = 512 * 1024;
const PROBE_LIMIT_MS = 4_000;

export interface MeasuredFile {
  readonly kbps: number;
  /** The whole file; unknown where the server does not let pages read it. */
  readonly bytes: number | undefined;
}

/** How fast the beginning of a file arrives; undefined where a page may not fetch it. */
export async function measureFile(
  url: string,
  signal: AbortSignal,
): Promise<MeasuredFile | undefined> {
  const life = AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]);
  let began = performance.now();
  let received = 0;
  let bytes: number | undefined;
  try {
    const response = await fetchWatched(url, {
      headers: { range: `bytes=0-${PROBE_BYTES - 1}` },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: life,
    });
    if (!response.ok || !response.body) return { kbps: 0, bytes };
    const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    bytes = total === undefined ? undefined : Number(total);
    began = performance.now();
    const reader = response.body.getReader();
    // A server that ignores ranges would send all of it.
    while (received < PROBE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      received += value.length;
    }
    void reader.cancel();
  } catch {
    // Out of time, what has come counts. A refused request says nothing about the speed.
    if (!life.aborted) return undefined;
  }
  return { kbps: (received * 8) / Math.max(performance.now() - began, 1), bytes };
}

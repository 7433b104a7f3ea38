import { fetchWatched } from '#lib/http.ts';

const PROBE_BYTES = 512 * 1024;
const PROBE_LIMIT_MS = 4_000;

export interface MeasuredFile {
  readonly kbps: number;
  /** The complete size; undefined if CORS hides it. */
  readonly bytes: number | undefined;
}

/** Measures how fast the start of a file arrives; undefined if a page may not fetch it. */
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
    // Servers that ignore ranges send the complete file.
    while (received < PROBE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      received += value.length;
    }
    void reader.cancel();
  } catch {
    // After the time limit, the received bytes count. A failed request does not show the speed.
    if (!life.aborted) return undefined;
  }
  return { kbps: (received * 8) / Math.max(performance.now() - began, 1), bytes };
}

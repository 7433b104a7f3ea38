import { requestText } from '#lib/http.ts';
import { reloadOnce } from '#lib/reload-once.ts';

/** Leaves the page as it is while the site is away: a reload would put the browser's own error page in its place. */
export async function reloadOnceReachable(): Promise<void> {
  try {
    await requestText('/ping.txt', { method: 'HEAD', timeoutMs: 5_000 });
  } catch {
    return;
  }
  reloadOnce();
}

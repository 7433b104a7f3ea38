import { requestText } from '#lib/http.ts';

/** On-demand code did not load: the connection failed, or the server has another version by now. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

export async function loadChunk<Chunk>(chunk: Promise<Chunk>): Promise<Chunk> {
  try {
    return await chunk;
  } catch (cause) {
    throw new ChunkLoadError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Reloads a page after an update has removed its chunks, once per history entry, so that a missing chunk causes no
 * loop. Returns false when it does not reload, for example offline.
 */
export function reloadOnce(): boolean {
  const entry: unknown = history.state;
  const state = typeof entry === 'object' ? entry : null;
  if (!navigator.onLine || (state !== null && 'isSecondTry' in state)) return false;
  history.replaceState({ ...state, isSecondTry: true }, '');
  location.reload();
  return true;
}

/** Reloads only if the site is reachable: otherwise the browser's own error page would replace this page. */
export async function reloadOnceReachable(): Promise<void> {
  try {
    await requestText('/ping.txt', { method: 'HEAD', timeoutMs: 5_000 });
  } catch {
    return;
  }
  reloadOnce();
}

// Loads the player, which is no part of the first page, once the user is about to open a title, or on a good connection when the
// browser is idle.
import { z } from 'zod';
import { whenIdle } from '#lib/scheduling.ts';

const Connection = z.object({
  saveData: z.boolean().catch(false),
  effectiveType: z.string().catch('4g'),
});
/** Not every browser has `connection`. */
const Device = z.object({ connection: Connection.optional().catch(undefined) });

const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

export function prefetchPlayer(signal: AbortSignal, load = loadPlayer): void {
  const waiting = new AbortController();
  const start = (): void => {
    if (waiting.signal.aborted || signal.aborted) return;
    waiting.abort();
    load();
  };
  const onIntent = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('a[href^="/media/"]')) start();
  };
  const during = { signal: AbortSignal.any([signal, waiting.signal]), passive: true };
  for (const type of INTENT_EVENTS) addEventListener(type, onIntent, during);
  if (isConnectionGood()) whenIdle(start);
}

function isConnectionGood(): boolean {
  const { connection } = Device.catch({}).parse(navigator);
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** The page itself repeats a request that fails here, and shows its error. */
function loadPlayer(): void {
  import('#features/watch/WatchPage.tsx').catch(() => undefined);
}

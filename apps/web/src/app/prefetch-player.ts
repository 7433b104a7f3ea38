// The player is not part of what everybody loads. It comes once somebody is about to open a title, or, on a good line, when there
// is nothing else to do.
import { z } from 'zod';
import { whenIdle } from '#lib/when-idle.ts';

const Line = z.object({
  saveData: z.boolean().catch(false),
  effectiveType: z.string().catch('4g'),
});
/** Not every browser tells. */
const Device = z.object({ connection: Line.optional().catch(undefined) });

const APPROACHES = ['pointerover', 'pointerdown', 'focusin'] as const;

export function prefetchPlayer(signal: AbortSignal, load = loadPlayer): void {
  const waiting = new AbortController();
  const start = (): void => {
    if (waiting.signal.aborted || signal.aborted) return;
    waiting.abort();
    load();
  };
  const approach = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('a[href^="/media/"]')) start();
  };
  const during = { signal: AbortSignal.any([signal, waiting.signal]), passive: true };
  for (const type of APPROACHES) addEventListener(type, approach, during);
  if (isLineGood()) whenIdle(start);
}

function isLineGood(): boolean {
  const { connection } = Device.catch({}).parse(navigator);
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** The page itself repeats a request that fails here, and shows its error. */
function loadPlayer(): void {
  import('#features/watch/WatchPage.tsx').catch(() => undefined);
}

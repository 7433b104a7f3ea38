import { startTransition, useEffect, useState } from 'react';
import { afterFrame } from './after-frame.ts';

/** How many pieces of a page are to be drawn: one more after each frame, as all at once are one long task on a slow phone. */
export function usePieces(count: number, isWhole: boolean): number {
  const [drawn, setDrawn] = useState(isWhole ? count : 1);
  useEffect(() => {
    if (drawn >= count) return undefined;
    return afterFrame(() => startTransition(() => setDrawn(drawn + 1)));
  }, [drawn, count]);
  return drawn;
}

// Each sheet over a page has its own history entry, which counts the open sheets: closing goes back to the page at
// once.
import { z } from 'zod';

const Entry = z.lazy(() => z.object({ sheets: z.number().int().min(0).max(100) }));

/** 0 for a page, and for a sheet that was opened by URL. */
export function modalDepth(state: unknown): number {
  return Entry.safeParse(state).data?.sheets ?? 0;
}

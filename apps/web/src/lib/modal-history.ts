// A sheet over a page has an entry of its own in the history; the entry says how many of them lie over the page, so that closing
// leads back to the page in one go.
import { z } from 'zod';

const Entry = z.lazy(() => z.object({ sheets: z.number().int().min(0).max(100) }));

/** 0 for a page, and for a sheet that was opened by its address. */
export function sheetDepth(state: unknown): number {
  return Entry.safeParse(state).data?.sheets ?? 0;
}

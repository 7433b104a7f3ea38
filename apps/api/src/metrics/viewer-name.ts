import { createHmac } from 'node:crypto';

export type ViewerName = (viewer: string) => string;

const CHARACTERS = 8;

/**
 * Creates viewers' pseudonyms. They are the same on all replicas for one day (UTC), and unrelated to those of other
 * days.
 */
export function createViewerName(secret: string, now: () => number): ViewerName {
  return (viewer) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['viewer of a day', dayOf(now()), viewer]))
      .digest('hex')
      .slice(0, CHARACTERS)
      .toUpperCase();
}

/** Returns `2026-11-26`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

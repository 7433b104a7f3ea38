// What devices leave for each other. What an id is for, and what is in the ciphertext, only they know.
import type { deleteLink, leaveLink, takeLink } from '@matinee/shared/contract/links';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import type { z } from 'zod';
import type { Statements } from '#db/statements.ts';
import { ApiError, conflict, notFound } from '#http/api-error.ts';

export interface Links {
  leave(link: z.output<(typeof leaveLink)['body']>): Promise<ReplyOf<typeof leaveLink>>;
  take(id: string): Promise<ReplyOf<typeof takeLink>>;
  remove(id: string): Promise<ReplyOf<typeof deleteLink>>;
}

const LINK_MS = 2 * 60 * 1000;

/** Whoever leaves something clears away what others have left too long ago. */
const LEAVE = `
  WITH gone AS (
    DELETE FROM links WHERE id IN (
      SELECT id FROM links WHERE expires_at <= $3 AND id <> $1 ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))
  INSERT INTO links AS held (id, ciphertext, expires_at) VALUES ($1, $2, $4)
  ON CONFLICT (id) DO UPDATE SET ciphertext = excluded.ciphertext, expires_at = excluded.expires_at
  WHERE held.expires_at <= $3 OR held.ciphertext = excluded.ciphertext
  RETURNING id`;

/** The row stays, empty, so that whoever comes second hears that he is. He waits for the first, and reads what that one left. */
const TAKE = `
  WITH found AS (SELECT id, ciphertext FROM links WHERE id = $1 AND expires_at > $2 FOR UPDATE),
  taken AS (UPDATE links SET ciphertext = NULL FROM found WHERE links.id = found.id AND found.ciphertext IS NOT NULL)
  SELECT ciphertext FROM found`;

const REMOVE = `DELETE FROM links WHERE id = $1 RETURNING ciphertext IS NULL AS taken`;

export function createLinks({ query }: Statements, now: () => number): Links {
  return {
    leave: async ({ id, ciphertext }) => {
      const time = now();
      const expiresAt = new Date(time + LINK_MS);
      const left = await query(LEAVE, [id, ciphertext, new Date(time), expiresAt]);
      if (left.length === 0) throw conflict('Something else was left there. Make a new code.');
      return { id, expiresAt: expiresAt.toISOString() };
    },
    take: async (id) => {
      const values = [id, new Date(now())];
      const [found] = await query<{ ciphertext: string | null }>(TAKE, values);
      if (!found) throw notFound('Nothing is there, or not yet.');
      if (found.ciphertext === null) throw new ApiError(410, 'It was taken before.');
      return { id, ciphertext: found.ciphertext };
    },
    remove: async (id) => {
      const [removed] = await query<{ taken: boolean }>(REMOVE, [id]);
      return { id, taken: removed?.taken ?? false };
    },
  };
}

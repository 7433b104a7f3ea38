// Messages that devices exchange while linking. The server knows neither the purpose of an ID nor the plain text.
import type { deleteLink, postLink, takeLink } from '@matinee/shared/contract/links';
import type { ReplyOf } from '@matinee/shared/contract/endpoint';
import type { z } from 'zod';
import type { Database } from '#database/database.ts';
import { ApiError, conflict, notFound } from '#http/api-error.ts';

export interface Links {
  put(link: z.output<(typeof postLink)['body']>): Promise<ReplyOf<typeof postLink>>;
  take(id: string): Promise<ReplyOf<typeof takeLink>>;
  remove(id: string): Promise<ReplyOf<typeof deleteLink>>;
}

const LINK_MS = 2 * 60 * 1000;

export function createLinks({ prisma }: Pick<Database, 'prisma'>, now: () => number): Links {
  return {
    put: async ({ id, ciphertext }) => {
      const time = now();
      const expiresAt = new Date(time + LINK_MS);
      await prisma.link.deleteMany({ where: { expiresAt: { lte: new Date(time) } } });
      await prisma.link.createMany({ data: { id, ciphertext, expiresAt }, skipDuplicates: true });
      // Accept a repeated message. Keep a message of another device.
      const { count } = await prisma.link.updateMany({
        where: { id, ciphertext },
        data: { expiresAt },
      });
      if (count === 0) throw conflict('This code is already in use. Get a new one.');
      return { id, expiresAt: expiresAt.toISOString() };
    },
    take: async (id) => {
      const found = await prisma.link.findFirst({
        where: { id, expiresAt: { gt: new Date(now()) } },
      });
      if (!found) throw notFound('No message for this code yet.');
      const { ciphertext } = found;
      // Keep the empty row: a second reader then gets 410. Only one of two concurrent readers empties it.
      const { count } =
        ciphertext === null
          ? { count: 0 }
          : await prisma.link.updateMany({ where: { id, ciphertext }, data: { ciphertext: null } });
      if (ciphertext === null || count === 0)
        throw new ApiError(410, 'This message has already been read.');
      return { id, ciphertext };
    },
    remove: async (id) => {
      const found = await prisma.link.findUnique({ where: { id } });
      await prisma.link.deleteMany({ where: { id } });
      return { id, taken: found !== null && found.ciphertext === null };
    },
  };
}

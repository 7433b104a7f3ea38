import type { Database } from '#database/database.ts';
import { createLeases, type Leases } from '#database/leases.ts';
import type { Thumbnails } from './make-thumbnails.ts';
import type { ThumbnailTimes } from './thumbnail-times.ts';

export interface ThumbnailRows {
  /** Returns the times and records their use. Undefined if there are no thumbnails. */
  readonly get: (identity: string) => Promise<ThumbnailTimes | undefined>;
  readonly sheet: (identity: string, number: number) => Promise<Uint8Array | undefined>;
  /** Includes processed files without pictures. */
  readonly identities: () => Promise<ReadonlySet<string>>;
  readonly has: (identity: string) => Promise<boolean>;
  readonly bytes: () => Promise<number>;
  /** Removes the least recently used thumbnails if there is no space. */
  readonly save: (identity: string, thumbnails: Thumbnails, maxBytes: number) => Promise<void>;
  /** Removes thumbnails of other files after a day without use. The delay is for a disk that is temporarily missing. */
  readonly keepOnly: (identities: ReadonlySet<string>) => Promise<void>;
  /** Ensures that only one replica creates a file's thumbnails. */
  readonly leases: Leases;
}

const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 1_000;

/** Keyed by the identity of a file's content, which survives renames. */
export function createThumbnailRows(
  db: Pick<Database, 'prisma' | 'query' | 'transaction'>,
  now: () => number,
): ThumbnailRows {
  const table = db.prisma.libraryThumbnails;
  const dayAgo = (): Date => new Date(now() - DAY_MS);
  return {
    leases: createLeases(db),
    get: async (identity) => {
      const row = await table.findUnique({ where: { identity } });
      if (!row || row.seconds.length === 0) return undefined;
      if (row.usedAt < dayAgo())
        await table.updateMany({ where: { identity }, data: { usedAt: new Date(now()) } });
      return row;
    },
    sheet: async (identity, number) => {
      const where = { identity_number: { identity, number } };
      return (await db.prisma.librarySheet.findUnique({ where }))?.image;
    },
    identities: async () => {
      const rows = await table.findMany({ select: { identity: true } });
      return new Set(rows.map(({ identity }) => identity));
    },
    has: async (identity) => (await table.count({ where: { identity } })) > 0,
    bytes: async () => Number((await table.aggregate({ _sum: { bytes: true } }))._sum.bytes ?? 0),
    save: async (identity, { width, height, duration, seconds, sheets }, maxBytes) => {
      const bytes = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
      await db.transaction(async ({ prisma }) => {
        await prisma.libraryThumbnails.deleteMany({ where: { identity } });
        const kept = await prisma.libraryThumbnails.findMany({
          where: { bytes: { gt: 0 } },
          select: { identity: true, bytes: true },
          orderBy: { usedAt: 'desc' },
        });
        const gone: string[] = [];
        let used = bytes;
        for (const row of kept) {
          used += Number(row.bytes);
          if (used > maxBytes) gone.push(row.identity);
        }
        for (const part of parts(gone))
          await prisma.libraryThumbnails.deleteMany({ where: { identity: { in: part } } });
        const facts = { width, height, duration, seconds: [...seconds], bytes: BigInt(bytes) };
        await prisma.libraryThumbnails.create({
          data: { identity, ...facts, usedAt: new Date(now()) },
        });
        for (const [number, sheet] of sheets.entries())
          await prisma.librarySheet.create({
            data: { identity, number, image: new Uint8Array(sheet) },
          });
      });
    },
    keepOnly: async (identities) => {
      const where = { usedAt: { lt: dayAgo() } };
      const old = await table.findMany({ where, select: { identity: true } });
      const gone = old.map(({ identity }) => identity).filter((each) => !identities.has(each));
      for (const part of parts(gone))
        await table.deleteMany({ where: { identity: { in: part }, ...where } });
    },
  };
}

function parts(all: readonly string[]): string[][] {
  const count = Math.ceil(all.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

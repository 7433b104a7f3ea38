import type { Database } from '#database/database.ts';

/** Stores frames of home videos that have no other picture. */
export interface FrameRows {
  readonly get: (identity: string) => Promise<Uint8Array | undefined>;
  /** Returns, for each processed file, whether it has a frame. */
  readonly known: () => Promise<ReadonlyMap<string, boolean>>;
  readonly bytes: () => Promise<number>;
  /** `image`: empty if the file has no usable frame. */
  readonly save: (identity: string, image: Uint8Array) => Promise<void>;
  /** Removes frames of other files after a day. The delay is for a disk that is temporarily missing. */
  readonly keepOnly: (identities: ReadonlySet<string>) => Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;

export function createFrameRows(
  { prisma }: Pick<Database, 'prisma'>,
  now: () => number,
): FrameRows {
  const table = prisma.libraryFrame;
  return {
    get: async (identity) => {
      const row = await table.findUnique({ where: { identity } });
      return row && row.image.length > 0 ? row.image : undefined;
    },
    known: async () => {
      const rows = await table.findMany({ select: { identity: true, bytes: true } });
      return new Map(rows.map(({ identity, bytes }) => [identity, bytes > 0n]));
    },
    bytes: async () => Number((await table.aggregate({ _sum: { bytes: true } }))._sum.bytes ?? 0),
    save: async (identity, image) => {
      const data = {
        image: new Uint8Array(image),
        bytes: BigInt(image.length),
        madeAt: new Date(now()),
      };
      await table.upsert({ where: { identity }, create: { identity, ...data }, update: data });
    },
    keepOnly: async (identities) => {
      const where = { madeAt: { lt: new Date(now() - DAY_MS) } };
      const old = await table.findMany({ where, select: { identity: true } });
      for (const { identity } of old)
        if (!identities.has(identity)) await table.deleteMany({ where: { identity } });
    },
  };
}

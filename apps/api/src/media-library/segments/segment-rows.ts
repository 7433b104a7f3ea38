import { Segment } from '@matinee/shared/media/timeline';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { createLeases, type Leases } from '#database/leases.ts';

/** The segments that were found in a file. */
export interface DetectedSegments {
  /** Seconds. */
  readonly duration: number;
  readonly segments: readonly Segment[];
}

export interface SegmentRows {
  readonly get: (identity: string) => Promise<DetectedSegments | undefined>;
  /** Identities of the files that were analyzed. */
  readonly known: (identities: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly save: (found: ReadonlyMap<string, DetectedSegments>) => Promise<void>;
  /** Only one replica at a time looks at a season. */
  readonly leases: Leases;
}

const Segments = z.array(Segment);

/** Keyed by the identity of a file's content, so that a renamed file keeps them. */
export function createSegmentRows(
  db: Pick<Database, 'prisma' | 'query' | 'transaction'>,
): SegmentRows {
  return {
    leases: createLeases(db),
    get: async (identity) => {
      const row = await db.prisma.librarySegments.findUnique({ where: { identity } });
      return row ? { duration: row.duration, segments: Segments.parse(row.segments) } : undefined;
    },
    known: async (identities) => {
      const where = { identity: { in: [...identities] } };
      const rows = await db.prisma.librarySegments.findMany({ where, select: { identity: true } });
      return new Set(rows.map(({ identity }) => identity));
    },
    save: async (found) => {
      await db.transaction(async ({ prisma }) => {
        for (const [identity, { duration, segments }] of found) {
          const data = { duration, segments: [...segments] };
          await prisma.librarySegments.upsert({
            where: { identity },
            create: { ...data, identity },
            update: data,
          });
        }
      });
    },
  };
}

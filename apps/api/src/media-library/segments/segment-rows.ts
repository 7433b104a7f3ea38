import { Segment } from '@matinee/shared/media/timeline';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { createLeases, type Leases } from '#database/leases.ts';

/** The segments detected in a file. */
export interface DetectedSegments {
  /** Seconds. */
  readonly duration: number;
  readonly segments: readonly Segment[];
}

export interface StoredSegments extends DetectedSegments {
  /** False if an older version searched fewer kinds of segments. */
  readonly isCurrent: boolean;
}

export interface SegmentRows {
  readonly get: (identity: string) => Promise<DetectedSegments | undefined>;
  /** Returns the analyzed files by identity. */
  readonly known: (identities: readonly string[]) => Promise<ReadonlyMap<string, StoredSegments>>;
  readonly save: (found: ReadonlyMap<string, DetectedSegments>) => Promise<void>;
  /** Ensures that one replica at a time analyzes a season. */
  readonly leases: Leases;
}

const Segments = z.array(Segment);

/** 1: openings and credits. 2: recaps, too. */
const VERSION = 2;

/** Keyed by the identity of a file's content, which survives renames. */
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
      const rows = await db.prisma.librarySegments.findMany({ where });
      return new Map(
        rows.map(({ identity, duration, segments, version }) => [
          identity,
          { duration, segments: Segments.parse(segments), isCurrent: version === VERSION },
        ]),
      );
    },
    save: async (found) => {
      await db.transaction(async ({ prisma }) => {
        for (const [identity, { duration, segments }] of found) {
          const data = { duration, segments: [...segments], version: VERSION };
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

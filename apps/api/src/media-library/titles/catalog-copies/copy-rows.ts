// Stores copies of TMDB's texts and pictures of the library's titles in the database.
import type { TmdbKind } from '@matinee/shared/media/media';
import type { Database } from '#database/database.ts';
import { createLeases, type Leases } from '#database/leases.ts';

/** A title by its TMDB ID. */
export interface CopiedTitle {
  readonly kind: TmdbKind;
  readonly id: number;
}

interface CopyContent {
  readonly title: CopiedTitle;
  readonly path: string;
  readonly content: Uint8Array;
  /** The space of all copies. */
  readonly maxBytes: number;
}

export interface CopyRows {
  /** `path`: in TMDB's API, or on its image host. Copies in other languages than English end in `?language=de-DE`. */
  readonly get: (path: string) => Promise<Uint8Array | undefined>;
  /** Returns the time at which each path of the title was fetched. */
  readonly ofTitle: (title: CopiedTitle) => Promise<ReadonlyMap<string, Date>>;
  /** Returns false if there is no space for the copy. */
  readonly save: (copy: CopyContent) => Promise<boolean>;
  /** Removes the other paths of the title, in all languages. */
  readonly keepPaths: (title: CopiedTitle, paths: readonly string[]) => Promise<void>;
  /** Removes copies of other titles after a day. The delay is for a disk that is temporarily missing. */
  readonly keepTitles: (titles: readonly CopiedTitle[]) => Promise<void>;
  readonly leases: Leases;
}

export const MEBIBYTE = 1024 * 1024;
/** The space of all copies. */
export const MAX_COPIED_MIB = 512;
const DAY_MS = 24 * 60 * 60_000;

export function createCopyRows(
  db: Pick<Database, 'prisma' | 'query'>,
  now: () => number,
): CopyRows {
  const table = db.prisma.libraryCopy;
  const keyOf = ({ kind, id }: CopiedTitle) => ({ kind, tmdbId: BigInt(id) });
  return {
    leases: createLeases(db),
    get: async (path) => (await table.findUnique({ where: { path } }))?.content,
    ofTitle: async (title) => {
      const select = { path: true, fetchedAt: true };
      const rows = await table.findMany({ where: keyOf(title), select });
      return new Map(rows.map(({ path, fetchedAt }) => [path, fetchedAt]));
    },
    save: async ({ title, path, content, maxBytes }) => {
      const others = await table.aggregate({
        where: { path: { not: path } },
        _sum: { bytes: true },
      });
      if (Number(others._sum.bytes ?? 0) + content.length > maxBytes) return false;
      const data = {
        ...keyOf(title),
        content: new Uint8Array(content),
        bytes: BigInt(content.length),
        fetchedAt: new Date(now()),
      };
      await table.upsert({ where: { path }, create: { path, ...data }, update: data });
      return true;
    },
    keepPaths: async (title, paths) => {
      const rows = await table.findMany({ where: keyOf(title), select: { path: true } });
      const kept = new Set(paths);
      const others = rows.map(({ path }) => path).filter((path) => !kept.has(withoutQuery(path)));
      if (others.length > 0) await table.deleteMany({ where: { path: { in: others } } });
    },
    keepTitles: async (titles) => {
      const kept = new Set(titles.map(({ kind, id }) => `${kind}/${id}`));
      const rows = await table.groupBy({
        by: ['kind', 'tmdbId'],
        having: { fetchedAt: { _max: { lt: new Date(now() - DAY_MS) } } },
      });
      for (const { kind, tmdbId } of rows)
        if (!kept.has(`${kind}/${tmdbId}`)) await table.deleteMany({ where: { kind, tmdbId } });
    },
  };
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path;

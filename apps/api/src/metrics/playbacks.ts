import {
  MAX_LISTED_PLAYBACKS,
  type ListedPlayback,
  type PlayDay,
  type PlaybackReport,
} from '@matinee/shared/contract/playbacks';
import type { Database } from '#database/database.ts';
import { createWriteBehind, type WriteBehind } from '#lib/write-behind.ts';
import { LIST_PLAYBACKS, WRITE_PLAYBACKS } from './playbacks.sql.ts';
import type { ActiveStream, StreamActivity } from './stream-activity.ts';
import { dayOf, type ViewerName } from './viewer-name.ts';

/** The reporter: the account of a signed-in user, or else an address. */
export interface Viewer {
  readonly id: string;
  /** Set if the account has agreed to show it. */
  readonly nickname?: string | undefined;
}

export interface Playbacks {
  readonly report: (report: PlaybackReport, viewer: Viewer) => void;
  /** Lists the playbacks of all replicas. Writes this replica's first. */
  readonly list: () => Promise<{ total: number; playing: number; playbacks: ListedPlayback[] }>;
  readonly days: (count: number) => Promise<readonly PlayDay[]>;
  readonly start: WriteBehind['start'];
}

export interface PlaybacksOptions {
  readonly db: Pick<Database, 'query' | 'prisma'>;
  readonly activity: StreamActivity;
  readonly viewerName: ViewerName;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** One row of `WRITE_PLAYBACKS`. Null keeps the stored value. */
interface PlaybackRow {
  readonly id: string;
  readonly viewer: string;
  readonly isReported: boolean;
  readonly isNamed: boolean;
  readonly title: string | null;
  readonly source: string | null;
  readonly delivery: string | null;
  readonly reason: string | null;
  readonly height: number | null;
  readonly kbps: number | null;
  readonly state: string | null;
  readonly error: string | null;
  readonly seconds: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** A row takes less than 1 KiB. */
const MAX_PENDING = 5_000;

/** Collects playbacks from reports of pages and the relay's bytes. Replicas share them in PostgreSQL. */
export function createPlaybacks(options: PlaybacksOptions): Playbacks {
  const { db, activity, viewerName, now, warn } = options;
  let pending = new Map<string, PlaybackRow>();

  const write = async (): Promise<void> => {
    const rows = new Map(pending);
    pending = new Map();
    for (const stream of activity.take()) {
      const row = relayRow(stream, viewerName);
      const reported = rows.get(row.id);
      rows.set(row.id, reported ? withActivity(reported, row) : row);
    }
    if (rows.size === 0) return;
    try {
      await db.query(WRITE_PLAYBACKS, [
        ...columnsOf([...rows.values()]),
        dayOf(now()),
        new Date(now()),
      ]);
    } catch (error) {
      for (const row of rows.values()) if (row.isReported) keep(row);
      throw error;
    }
  };
  const { flush, start } = createWriteBehind({ write, what: 'playbacks', warn });

  const keep = (row: PlaybackRow): void => {
    const newer = pending.get(row.id);
    if (!newer && pending.size >= MAX_PENDING) return;
    pending.set(row.id, newer ? { ...newer, seconds: newer.seconds + row.seconds } : row);
  };

  return {
    report: (report, viewer) => {
      const time = new Date(now());
      const row = reportedRow(report, viewer, { viewerName, time });
      const earlier = pending.get(row.id);
      if (!earlier && pending.size >= MAX_PENDING) return;
      pending.set(row.id, earlier ? { ...row, seconds: earlier.seconds + row.seconds } : row);
    },
    list: async () => {
      await flush();
      const rows = await db.query<ListedRow>(LIST_PLAYBACKS, [
        new Date(now()),
        MAX_LISTED_PLAYBACKS,
      ]);
      const [first] = rows;
      return {
        total: first?.total ?? 0,
        playing: first?.playing ?? 0,
        playbacks: rows.map(({ total: _total, playing: _playing, startedAt, seenAt, ...row }) => ({
          ...row,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
        })),
      };
    },
    days: async (count) => {
      await flush();
      return await listDays(db, { last: Date.parse(dayOf(now())), count });
    },
    start,
  };
}

interface ListedRow extends Omit<ListedPlayback, 'startedAt' | 'seenAt'> {
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly total: number;
  readonly playing: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface DayRange {
  /** The start of the last day. */
  readonly last: number;
  readonly count: number;
}

/** Includes days without playbacks. */
async function listDays({ prisma }: Pick<Database, 'prisma'>, { last, count }: DayRange) {
  const days = Array.from({ length: count }, (_, at) => last - (count - 1 - at) * DAY_MS);
  const rows = await prisma.playDay.findMany({
    where: { day: { gte: new Date(last - (count - 1) * DAY_MS), lte: new Date(last) } },
  });
  const known = new Map(rows.map((row) => [row.day.getTime(), row]));
  return days.map((day): PlayDay => {
    const { plays = 0, seconds = 0, viewers = 0, failed = 0 } = known.get(day) ?? {};
    return {
      day: dayOf(day),
      plays: Number(plays),
      seconds,
      viewers: Number(viewers),
      failed: Number(failed),
    };
  });
}

interface ReportContext {
  readonly viewerName: ViewerName;
  readonly time: Date;
}

function reportedRow(
  report: PlaybackReport,
  { id, nickname }: Viewer,
  { viewerName, time }: ReportContext,
): PlaybackRow {
  const { stream, isLowered = false } = report;
  return {
    // Normalize the last character, because some of its bits belong to the rest of the token.
    id: stream === undefined ? report.id : Buffer.from(stream, 'base64url').toString('base64url'),
    viewer: nickname ?? viewerName(id),
    isReported: true,
    isNamed: nickname !== undefined,
    title: report.title,
    source: report.source,
    delivery: stream === undefined ? 'direct' : null,
    reason: isLowered ? 'quality' : null,
    height: report.height ?? null,
    // Ignore the reported rate of relayed streams, because the relay measures it.
    kbps: stream === undefined ? (report.kbps ?? null) : null,
    state: report.state,
    error: report.error ?? null,
    seconds: report.seconds,
    startedAt: time,
    seenAt: time,
  };
}

function relayRow(stream: ActiveStream, viewerName: ViewerName): PlaybackRow {
  const { address, ...row } = stream;
  return {
    ...row,
    viewer: viewerName(address),
    isReported: false,
    isNamed: false,
    title: null,
    reason: null,
    height: null,
    state: null,
    error: null,
  };
}

const withActivity = (reported: PlaybackRow, { delivery, kbps }: PlaybackRow): PlaybackRow => ({
  ...reported,
  delivery,
  kbps,
});

function columnsOf(rows: readonly PlaybackRow[]): unknown[] {
  // Use the same order on every replica to avoid deadlocks.
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    sorted.map(({ id }) => id),
    sorted.map(({ viewer }) => viewer),
    sorted.map(({ isReported }) => isReported),
    sorted.map(({ isNamed }) => isNamed),
    sorted.map(({ title }) => title),
    sorted.map(({ source }) => source),
    sorted.map(({ delivery }) => delivery),
    sorted.map(({ reason }) => reason),
    sorted.map(({ height }) => height),
    sorted.map(({ kbps }) => kbps),
    sorted.map(({ state }) => state),
    sorted.map(({ error }) => error),
    sorted.map(({ seconds }) => seconds),
    sorted.map(({ startedAt }) => startedAt),
    sorted.map(({ seenAt }) => seenAt),
  ];
}

// Collects errors from log lines and from reports of pages in memory until they are written.
import { errorShape } from '@matinee/shared/lib/error-shape';
import { createHash } from 'node:crypto';
import { z } from 'zod';

export interface LoggedError {
  readonly origin: 'server' | 'browser';
  readonly level: 'warning' | 'error';
  readonly area: string;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | undefined;
}

export interface PendingErrors {
  readonly id: string;
  readonly origin: LoggedError['origin'];
  readonly level: LoggedError['level'];
  readonly area: string;
  readonly code: string;
  readonly shape: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Newest first. */
  readonly requestIds: readonly string[];
}

export interface ErrorLog {
  readonly add: (error: LoggedError) => void;
  /** Adds a JSON line of the log, which contains no titles, tokens or secrets. */
  readonly addLine: (line: string) => void;
  /** Removes and returns the collected groups. */
  readonly take: () => PendingErrors[];
  /** Puts back groups that couldn't be written. */
  readonly putBack: (groups: readonly PendingErrors[]) => void;
}

/** Less than 1 MiB, because a group takes less than 2 KiB. */
const MAX_PENDING = 400;
const MAX_REQUEST_IDS = 5;
const MAX_FIELD_LENGTH = 100;
/** pino's number for the level. */
const ERROR = 50;

const Line = z.object({
  level: z.number(),
  msg: z.string().default(''),
  area: z.string().default('server'),
  reqId: z.string().optional(),
  err: z
    .object({
      type: z.string().default('Error'),
      code: z.union([z.string(), z.number()]).optional(),
      message: z.string().default(''),
    })
    .optional()
    .catch(undefined),
});

export function createErrorLog(now: () => number): ErrorLog {
  let pending = new Map<string, PendingErrors>();

  const merge = (group: PendingErrors): void => {
    const same = pending.get(group.id);
    if (!same && pending.size >= MAX_PENDING) return;
    pending.set(group.id, same ? joined(same, group) : group);
  };

  const add: ErrorLog['add'] = ({ origin, level, message, requestId, ...named }) => {
    const [area, code] = [cut(named.area), cut(named.code)];
    const shape = errorShape(message);
    const at = new Date(now());
    merge({
      id: createHash('sha256')
        .update(JSON.stringify([origin, area, code, shape]))
        .digest('base64url')
        .slice(0, 22),
      origin,
      level,
      area,
      code,
      shape,
      count: 1,
      firstAt: at,
      lastAt: at,
      requestIds: requestId === undefined ? [] : [requestId],
    });
  };

  return {
    add,
    addLine: (line) => {
      const entry = parseLine(line);
      if (!entry) return;
      const { level, msg, area, reqId, err } = entry;
      add({
        origin: 'server',
        level: level >= ERROR ? 'error' : 'warning',
        area,
        code: String(err?.code ?? err?.type ?? 'log'),
        message: [msg, err?.message].filter(Boolean).join(': '),
        requestId: reqId,
      });
    },
    take: () => {
      const groups = [...pending.values()];
      pending = new Map();
      return groups;
    },
    putBack: (groups) => groups.forEach(merge),
  };
}

function parseLine(line: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function joined(one: PendingErrors, other: PendingErrors): PendingErrors {
  const [older, newer] = one.lastAt > other.lastAt ? [other, one] : [one, other];
  return {
    ...newer,
    count: one.count + other.count,
    firstAt: one.firstAt < other.firstAt ? one.firstAt : other.firstAt,
    requestIds: [...new Set([...newer.requestIds, ...older.requestIds])].slice(0, MAX_REQUEST_IDS),
  };
}

const cut = (text: string): string => text.slice(0, MAX_FIELD_LENGTH).toWellFormed();

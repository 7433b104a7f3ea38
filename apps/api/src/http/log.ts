import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { areaOf } from './log-areas.ts';
import { loggedUrl, maskUrls, shortened } from './logged-text.ts';

const HIDDEN = '[hidden]';
const SECRET_FIELDS = [
  'token',
  'secret',
  'password',
  'authorization',
  'cookie',
  'key',
  'databaseUrl',
];

/** Allowed fields of an error. PostgreSQL's other fields contain user data. */
const ERROR_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'message',
  'stack',
  'code',
  'syscall',
  'address',
  'port',
  'table',
  'column',
  'constraint',
]);

/** Fits a stack trace with some levels. */
const MAX_ERROR_TEXT_LENGTH = 2_000;

export type { Logger };

/** Logs a request's error. The line includes the request's ID, because all requests share one logger. */
export function logRequestError(
  request: { readonly id: string; readonly url: string; readonly log: Pick<Logger, 'error'> },
  error: unknown,
  message = 'request failed',
): void {
  const { id: reqId, url, log } = request;
  log.error({ area: areaOf(url), reqId, err: error }, message);
}

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
}

export interface LogOptions {
  readonly stream?: DestinationStream;
  readonly now?: () => number;
  /** Receives each warning and error line, including those over the budget. */
  readonly onProblem?: (line: string) => void;
}

/** Writes JSON lines to standard output, without secrets or titles, up to a budget per minute. */
export function createLog(level: string, options: LogOptions = {}): Logger {
  const { stream = destination(1), now = Date.now, onProblem = () => undefined } = options;

  const settings = {
    level,
    base: null,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: HIDDEN,
    },
    serializers: {
      req: ({ method, url, ip }: LoggedRequest) => ({ method, url: loggedUrl(url), ip }),
      err: loggedError,
    },
    hooks: { streamWrite: maskUrls },
  };
  return pino(settings, limitLog(stream, now, onProblem));
}

function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    fields
      .filter(([name]) => ERROR_FIELDS.has(name))
      .map(([name, value]) => [
        name,
        typeof value === 'string' ? shortened(value, MAX_ERROR_TEXT_LENGTH) : value,
      ]),
  );
}

const MINUTE_MS = 60_000;
/** pino's numbers of levels. */
const [INFO, WARN, FATAL] = [30, 40, 60];
/** Less than 1 MiB together. Separate budgets keep a flood of requests from hiding warnings. */
const INFO_BYTES_A_MINUTE = 512 * 1024;
const WARNING_BYTES_A_MINUTE = 384 * 1024;

interface Budget {
  left: number;
  dropped: number;
}

/**
 * Drops log lines over a budget per minute, and reports their number later. Levels below info are unlimited, because
 * the operator has requested all lines.
 */
function limitLog(
  into: DestinationStream,
  now: () => number,
  onProblem: (line: string) => void,
): DestinationStream {
  let startedAt = -Infinity;
  let budgets = newBudgets();

  const startMinute = (time: number): void => {
    const lines = budgets.info.dropped + budgets.warning.dropped;
    [startedAt, budgets] = [time, newBudgets()];
    if (lines === 0) return;
    const line = { level: WARN, time, lines, msg: 'log lines omitted: too many in one minute' };
    into.write(`${JSON.stringify(line)}\n`);
  };
  const stream = {
    // With this symbol, pino stores the level of each line here before it writes.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string): void => {
      const level = stream.lastLevel;
      const time = now();
      if (level >= WARN) onProblem(line);
      if (time - startedAt >= MINUTE_MS) startMinute(time);
      if (
        level < INFO ||
        level >= FATAL ||
        consume(level < WARN ? budgets.info : budgets.warning, line)
      ) {
        into.write(line);
      }
    },
  };
  return stream;
}

const newBudgets = (): { readonly info: Budget; readonly warning: Budget } => ({
  info: { left: INFO_BYTES_A_MINUTE, dropped: 0 },
  warning: { left: WARNING_BYTES_A_MINUTE, dropped: 0 },
});

function consume(budget: Budget, line: string): boolean {
  const bytes = Buffer.byteLength(line);
  if (budget.left < bytes) {
    budget.dropped += 1;
    return false;
  }
  budget.left -= bytes;
  return true;
}

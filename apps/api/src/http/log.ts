import { destination, pino, type DestinationStream, type Logger } from 'pino';
import { limitLog } from './log-budget.ts';
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

/** A stack trace with some levels. */
const MAX_ERROR_TEXT_LENGTH = 2_000;

export type { Logger };

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
}

/** JSON lines on standard output, without secrets and titles, and only so many of them in a minute. */
export function createLog(
  level: string,
  stream: DestinationStream = destination(1),
  now: () => number = Date.now,
): Logger {
  const options = {
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
  return pino(options, limitLog(stream, now));
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

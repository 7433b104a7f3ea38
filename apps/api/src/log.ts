import { pino, type DestinationStream, type Logger } from 'pino';

const HIDDEN = '[hidden]';
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'token',
  'ticket',
  'key',
  'api_key',
  'signature',
  'invite',
]);
/** Whole addresses, which may hold somebody's token: only where they lead is logged. */
const ADDRESS_PARAMETERS: ReadonlySet<string> = new Set(['destination', 'url']);
const SECRET_FIELDS = [
  'token',
  'secret',
  'password',
  'authorization',
  'cookie',
  'key',
  'databaseUrl',
];

/** Of an error. PostgreSQL's say in others what somebody wanted to write. */
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

/** Enough to recognise a request by; whoever sends long ones must not fill the disk. */
const LONGEST_URL = 500;

export type { Logger };

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
}

/** JSON lines on standard output, without what must not lie around in a log. */
export function createLog(level: string, stream?: DestinationStream): Logger {
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
  };
  return stream ? pino(options, stream) : pino(options);
}

function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(fields.filter(([name]) => ERROR_FIELDS.has(name)));
}

/** An address as it may stand in a log. */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return shortened(withoutTicket(url));
  const shown = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    shown.append(name, loggedValue(name, value));
  }
  return shortened(`${withoutTicket(url.slice(0, at))}?${decodeURI(shown.toString())}`);
}

/** A ticket plays a stream, a link's id takes what another device left, an invitation makes an account. */
function withoutTicket(path: string): string {
  return path.replace(/^(\/(?:stream|subtitles\/file|links|invitations)\/)[^/]+/, `$1${HIDDEN}`);
}

function shortened(text: string): string {
  return text.length > LONGEST_URL ? `${text.slice(0, LONGEST_URL)}…` : text;
}

function loggedValue(name: string, value: string): string {
  const known = name.toLowerCase();
  if (SECRET_PARAMETERS.has(known)) return HIDDEN;
  if (!ADDRESS_PARAMETERS.has(known)) return value;
  return URL.parse(value)?.origin ?? HIDDEN;
}

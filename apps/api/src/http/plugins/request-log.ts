import { fastifyPlugin } from 'fastify-plugin';
import { callerAddress } from '#http/caller-address.ts';
import { pathOf } from '#http/decode-path.ts';
import { areaLoggers, areaOf, type LogLevels } from '#http/log-areas.ts';

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Requests that every open page polls: the site's availability, and changes from other devices. */
const POLLS: ReadonlySet<string> = new Set(['HEAD /ping.txt', 'GET /users/@me']);

const MINUTE_MS = 60_000;
/** Allows several page loads of a household, each with dozens of files. */
const MAX_LINES_A_MINUTE = 300;
const MAX_CALLERS = 10_000;

export interface RequestLogOptions {
  readonly now: () => number;
  readonly levels?: LogLevels;
}

/**
 * Logs one line a request. The response carries its id, so that a user's error report leads to the
 * line.
 */
export const requestLog = fastifyPlugin<RequestLogOptions>(async (app, { now, levels }) => {
  const logOf = areaLoggers(app.log, levels);
  const sample = createSample(now, (requests) =>
    app.log.info({ requests }, 'requests omitted: too many from one address in one minute'),
  );
  app.addHook('onRequest', (request, reply, done) => {
    const { id: reqId, method, url, ip } = request;
    reply.header('x-request-id', reqId);
    // Fastify's hooks do not report an aborted response; the socket always does.
    reply.raw.once('close', () => {
      const { headersSent, statusCode, writableFinished } = reply.raw;
      const ms = Math.round(reply.elapsedTime);
      const status = headersSent ? { status: statusCode } : {};
      const facts = { reqId, req: { method, url, ip }, ...status, ms };
      const isClientError = headersSent && statusCode >= 400 && statusCode < 500;
      const isQuiet = writableFinished && statusCode < 400 && isRoutine(method, url);
      // Node emits no close event for a message without a body, but Fastify's `request.signal`
      // needs one.
      request.raw.emit('close');
      const isShown = !isClientError && !isQuiet && sample(callerAddress(ip));
      logOf(areaOf(url))[isShown ? 'info' : 'debug'](
        facts,
        writableFinished ? 'request completed' : 'request aborted',
      );
    });
    done();
  });
});

/** Skips polls and probes that succeed. */
function isRoutine(method: string, url: string): boolean {
  const path = pathOf(url);
  return PROBES.has(path) || POLLS.has(`${method} ${path}`);
}

/**
 * True while a request of this caller may be logged in this minute. Others are counted and reported
 * later.
 */
function createSample(
  now: () => number,
  report: (leftOut: number) => void,
): (caller: string) => boolean {
  const lines = new Map<string, number>();
  let startedAt = now();
  let leftOut = 0;
  return (caller) => {
    const time = now();
    if (time - startedAt >= MINUTE_MS) {
      if (leftOut > 0) report(leftOut);
      [startedAt, leftOut] = [time, 0];
      lines.clear();
    }
    const count = lines.get(caller) ?? 0;
    const isShown = count < MAX_LINES_A_MINUTE && (count > 0 || lines.size < MAX_CALLERS);
    if (isShown) lines.set(caller, count + 1);
    else leftOut += 1;
    return isShown;
  };
}

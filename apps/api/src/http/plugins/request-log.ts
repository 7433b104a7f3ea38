import { fastifyPlugin } from 'fastify-plugin';
import { callerAddress } from '#http/caller-address.ts';
import { pathOf } from '#http/decode-path.ts';
import { areaLoggers, areaOf, type LogLevels } from '#http/log-areas.ts';

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Requests that every open page polls, for the site's availability and for changes from other devices. */
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
 * Logs one line per request. The response contains the request's ID, by which a user's error report leads to the line.
 */
export const requestLog = fastifyPlugin<RequestLogOptions>(async (app, { now, levels }) => {
  const logOf = areaLoggers(app.log, levels);
  const sample = createSample(now, (requests) =>
    app.log.info({ requests }, 'requests omitted: too many from one address in one minute'),
  );
  app.addHook('onRequest', (request, reply, done) => {
    const { id: reqId, method, url, ip } = request;
    reply.header('x-request-id', reqId);
    // Use the socket, because Fastify's hooks don't report an aborted response.
    reply.raw.once('close', () => {
      const { headersSent, statusCode, writableFinished } = reply.raw;
      const ms = Math.round(reply.elapsedTime);
      const status = headersSent ? { status: statusCode } : {};
      const facts = { reqId, req: { method, url, ip }, ...status, ms };
      const isClientError = headersSent && statusCode >= 400 && statusCode < 500;
      const isQuiet = writableFinished && statusCode < 400 && isRoutine(method, url);
      // Emit a close event, which Fastify's `request.signal` needs. Node emits none for a message without a body.
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

/** Returns whether the request is a poll or probe, which isn't logged if it succeeds. */
function isRoutine(method: string, url: string): boolean {
  const path = pathOf(url);
  return PROBES.has(path) || POLLS.has(`${method} ${path}`);
}

/**
 * Returns a function that returns whether to log a caller's request in this minute. Counts the others to report them
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

import type { FastifyBaseLogger } from 'fastify';

type Said = [facts: unknown, message?: string];

/**
 * The log of one request, made when there is something to say: to make one costs as much as to write a line, and most
 * requests have none of their own.
 */
export function lateChild(
  parent: FastifyBaseLogger,
  bindings: Record<string, unknown>,
): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const own = (): FastifyBaseLogger => (made ??= parent.child(bindings));
  return {
    level: parent.level,
    child: (...given) => own().child(...given),
    fatal: (...said: Said) => own().fatal(...said),
    error: (...said: Said) => own().error(...said),
    warn: (...said: Said) => own().warn(...said),
    info: (...said: Said) => own().info(...said),
    debug: (...said: Said) => own().debug(...said),
    trace: (...said: Said) => own().trace(...said),
    silent: () => undefined,
  };
}

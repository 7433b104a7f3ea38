import type { DestinationStream } from 'pino';

const MINUTE_MS = 60_000;
/** pino's numbers for its levels. */
const [INFO, WARN, FATAL] = [30, 40, 60];
/** The two add up to less than 1 MiB. They are separate so that a flood of requests does not hide warnings. */
const INFO_BYTES_A_MINUTE = 512 * 1024;
const WARNING_BYTES_A_MINUTE = 384 * 1024;

interface Budget {
  left: number;
  dropped: number;
}

/**
 * Drops log lines above a budget per minute, and reports their number later. Levels below info are
 * unlimited: the operator requested everything.
 */
export function limitLog(into: DestinationStream, now: () => number): DestinationStream {
  let startedAt = -Infinity;
  let budgets = newBudgets();

  const startMinute = (time: number): void => {
    const lines = budgets.info.dropped + budgets.warning.dropped;
    [startedAt, budgets] = [time, newBudgets()];
    if (lines === 0) return;
    const line = { level: WARN, time, lines, msg: 'log lines left out: too many in a minute' };
    into.write(`${JSON.stringify(line)}\n`);
  };
  const stream = {
    // pino then leaves the level of each line here before it writes.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string): void => {
      const level = stream.lastLevel;
      const time = now();
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

const MINUTE_MS = 60_000;

/**
 * Logs one message a minute and drops the others, to keep a persistent error from filling the log.
 */
export function throttleLog(
  log: (message: string) => void,
  now: () => number,
): (message: string) => void {
  let lastAt = -Infinity;
  return (message) => {
    if (now() - lastAt < MINUTE_MS) return;
    lastAt = now();
    log(message);
  };
}

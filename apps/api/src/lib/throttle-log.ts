const MINUTE_MS = 60_000;

/**
 * Passes on one message a minute and drops the others, so that a lasting error does not fill the
 * log.
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

const MINUTE_MS = 60_000;

/** Passes one message a minute on and drops the others: a fault that lasts does not fill the log. */
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

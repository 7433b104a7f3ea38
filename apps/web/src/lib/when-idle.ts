/** Within that time. Safari has no idle callbacks: there it is always that long. */
export function whenIdle(work: () => void, timeoutMs = 1_000): void {
  if ('requestIdleCallback' in globalThis)
    globalThis.requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, timeoutMs);
}

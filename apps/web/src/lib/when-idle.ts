/** Safari lacks requestIdleCallback: there it always takes `timeoutMs`. */
export function whenIdle(work: () => void, timeoutMs = 1_000): void {
  if ('requestIdleCallback' in globalThis)
    globalThis.requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, timeoutMs);
}

const PROBE_LIMIT_MS = 1_000;

/** iPhones leave the volume to their buttons: a detached video that hears of no change says so. */
export function probeVolume(
  probe: Pick<HTMLVideoElement, 'volume' | 'addEventListener'>,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PROBE_LIMIT_MS);
    const settle = (adjustable: boolean) => () => {
      clearTimeout(timer);
      resolve(adjustable);
    };
    probe.addEventListener('volumechange', settle(true), { once: true, signal });
    signal.addEventListener('abort', settle(false), { once: true });
    probe.volume = 0.5;
  });
}

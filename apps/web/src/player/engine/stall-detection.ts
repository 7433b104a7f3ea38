const STALL_MS = 10_000;
const HAVE_FUTURE_DATA = 3;

/** Each of these means that data arrives, or that waiting starts or ends. */
const ELEMENT_EVENTS = ['waiting', 'progress', 'timeupdate', 'playing', 'play', 'pause', 'seeking'];

interface StallOptions {
  readonly signal: AbortSignal;
  readonly onStall: () => void;
  readonly limitMs?: number;
}

/**
 * Reports a movie that waits while no byte has arrived for ten seconds. No browser reports that as an error. Paused
 * movies, hidden tabs and offline browsers do not count. Returns a function that notes other signs of life.
 */
export function watchForStall(
  video: HTMLVideoElement,
  { signal, onStall, limitMs = STALL_MS }: StallOptions,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = isWaiting(video) && !signal.aborted ? setTimeout(check, limitMs) : undefined;
  };
  function check() {
    if (isWaiting(video)) onStall();
  }
  for (const name of ELEMENT_EVENTS) video.addEventListener(name, restart, { signal });
  document.addEventListener('visibilitychange', restart, { signal });
  window.addEventListener('online', restart, { signal });
  window.addEventListener('offline', restart, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return restart;
}

function isWaiting({
  paused,
  ended,
  error,
  readyState,
}: Pick<HTMLVideoElement, 'paused' | 'ended' | 'error' | 'readyState'>): boolean {
  if (paused || ended || error || readyState >= HAVE_FUTURE_DATA) return false;
  return navigator.onLine && document.visibilityState === 'visible';
}

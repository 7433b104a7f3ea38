// Asks the site for its smallest file: at the start, every 5 s while it cannot be reached, every 50 s while it can, and as
// soon as a request of this page gets no response.
import { HttpError, onNoResponse, requestText } from '#lib/http.ts';
import { OFFLINE, ONLINE, onlineStore } from './online-store.ts';

const TICK_MS = 5_000;
const TICKS_WHILE_ONLINE = 10;
/** A request without a response is reported after 3 s: together a viewer knows within 8 s. */
const PING_TIMEOUT_MS = 4_500;

export type PingResult = 'online' | 'unreachable' | 'notResponding';

export interface PingOptions {
  readonly signal: AbortSignal;
  readonly ping?: (signal: AbortSignal) => Promise<PingResult>;
}

export function startPing({ signal, ping = pingSite }: PingOptions): void {
  let ticks = 0;
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    ticks = 0;
    const result = await ping(signal);
    isChecking = false;
    if (signal.aborted) return;
    const before = onlineStore.getState();
    const next = result === 'online' ? ONLINE : { isOnline: false, cause: result };
    if (next.isOnline !== before.isOnline || next.cause !== before.cause)
      onlineStore.setState(next);
  };
  const tick = (): void => {
    ticks += 1;
    if (!onlineStore.getState().isOnline || ticks >= TICKS_WHILE_ONLINE) void check();
  };
  const timer = setInterval(tick, TICK_MS);
  // The browser's word is believed at once when it is bad, and checked when it is good.
  const goOffline = () => onlineStore.setState(OFFLINE);
  addEventListener('offline', goOffline, { signal });
  addEventListener('online', () => void check(), { signal });
  onNoResponse((url) => isOfSite(url) && void check(), signal);
  signal.addEventListener('abort', () => clearInterval(timer));
  void check();
}

const PING_PATH = '/ping.txt';

const isOfSite = (address: string): boolean => {
  const url = URL.parse(address, location.href);
  return url?.origin === location.origin && url.pathname !== PING_PATH;
};

async function pingSite(signal: AbortSignal): Promise<PingResult> {
  try {
    const { status } = await requestText(`${PING_PATH}?${Date.now()}`, {
      method: 'HEAD',
      timeoutMs: PING_TIMEOUT_MS,
      signal,
    });
    return status < 500 ? 'online' : 'notResponding';
  } catch (error) {
    return error instanceof HttpError && error.failure === 'timeout'
      ? 'notResponding'
      : 'unreachable';
  }
}

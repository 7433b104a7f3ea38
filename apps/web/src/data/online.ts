import { createStore } from 'zustand/vanilla';
import { HttpError, onNoResponse, requestText } from '#lib/http.ts';

interface Online {
  readonly isOnline: boolean;
  /** `notResponding`: connections work, but requests time out or fail. */
  readonly cause: 'unreachable' | 'notResponding' | undefined;
}

export const ONLINE: Online = { isOnline: true, cause: undefined };
export const OFFLINE: Online = { isOnline: false, cause: 'unreachable' };

export const onlineStore = createStore<Online>(() => (navigator.onLine ? ONLINE : OFFLINE));

// Pings this site every 50 s while online, every 5 s while offline, and at once when a request gets no response.

const TICK_MS = 5_000;
const TICKS_WHILE_ONLINE = 10;
/** A pending request is reported after 3 s, so the user knows within 8 s. */
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
  // An `offline` event is trusted; an `online` event is checked.
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

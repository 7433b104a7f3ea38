// Asks the site for its smallest file: every 5 s while it cannot be reached, every tenth time while it can.
import { requestText } from '#lib/http.ts';
import { onlineStore } from './online-store.ts';

const TICK_MS = 5_000;
const TICKS_WHILE_ONLINE = 10;

export interface PingOptions {
  readonly signal: AbortSignal;
  /** Says whether there was an answer. */
  readonly ping?: (signal: AbortSignal) => Promise<boolean>;
}

export function startPing({ signal, ping = pingSite }: PingOptions): void {
  let ticks = 0;
  const check = async (): Promise<void> => {
    ticks = 0;
    const isOnline = await ping(signal);
    if (!signal.aborted && onlineStore.getState().isOnline !== isOnline)
      onlineStore.setState({ isOnline });
  };
  const tick = (): void => {
    ticks += 1;
    if (!onlineStore.getState().isOnline || ticks >= TICKS_WHILE_ONLINE) void check();
  };
  const timer = setInterval(tick, TICK_MS);
  // The browser's word is believed at once when it is bad, and checked when it is good.
  addEventListener('offline', () => onlineStore.setState({ isOnline: false }), { signal });
  addEventListener('online', () => void check(), { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

async function pingSite(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await requestText(`/ping.txt?${Date.now()}`, {
      method: 'HEAD',
      timeoutMs: TICK_MS,
      signal,
    });
    return status < 500;
  } catch {
    return false;
  }
}

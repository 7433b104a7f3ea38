// Whether an address is that of a proxy: through it, a service that repeats addresses must repeat its own.
import { z } from 'zod';
import { config } from '#config.ts';
import { requestText } from '#lib/http.ts';
import { throughProxy } from './proxied-fetch.ts';

export type ProxyVerdict = 'works' | 'notProxy' | 'unreachable';

const Echo = z.object({ url: z.string() });
const TIMEOUT_MS = 15_000;

export async function checkProxy(proxy: string, signal: AbortSignal): Promise<ProxyVerdict> {
  const echo = config.PROXY_ECHO_URL;
  try {
    const { body } = await throughProxy(
      proxy,
      echo,
      { signal, timeoutMs: TIMEOUT_MS },
      requestText,
    );
    return isEcho(body, echo) ? 'works' : 'notProxy';
  } catch {
    signal.throwIfAborted();
    return 'unreachable';
  }
}

function isEcho(body: string, expected: string): boolean {
  try {
    return Echo.parse(JSON.parse(body)).url === expected;
  } catch {
    return false;
  }
}

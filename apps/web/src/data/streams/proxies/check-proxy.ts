// Checks whether an address that the user typed is a proxy or a relay.
import { getMetadata } from '@matinee/shared/contract/scrape';
import { parseProxyEntry } from '#data/session.ts';
import { requestText } from '#lib/http.ts';
import { z } from 'zod';
import { config } from '#config.ts';
import { throughProxy } from './proxied-fetch.ts';

export type ProxyCheck = 'works' | 'invalid' | 'unreachable' | 'notProxy';

const MAX_BYTES = 512 * 1024;

export async function checkProxyEntry(text: string, signal: AbortSignal): Promise<ProxyCheck> {
  const entry = parseProxyEntry(text);
  if (!entry) return 'invalid';
  try {
    return await (entry.type === 'api' ? checkRelay : checkProxy)(entry.url, signal);
  } catch {
    return 'unreachable';
  }
}

async function checkRelay(url: string, signal: AbortSignal): Promise<ProxyCheck> {
  const address = `${url}${getMetadata.path}`;
  const { status, body } = await requestText(address, { signal, maxBytes: MAX_BYTES });
  if (status >= 500) return 'unreachable';
  const isOne = status === 200 && getMetadata.reply.safeParse(readJson(body)).success;
  return isOne ? 'works' : 'notProxy';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Echo = z.object({ url: z.string() });
const TIMEOUT_MS = 15_000;

/** Through a proxy, an echo service must return its own address. */
export async function checkProxy(
  proxy: string,
  signal: AbortSignal,
): Promise<Exclude<ProxyCheck, 'invalid'>> {
  const echo = config.PROXY_ECHO_URL;
  try {
    const { status, body } = await throughProxy(
      proxy,
      echo,
      { signal, timeoutMs: TIMEOUT_MS },
      requestText,
    );
    if (isEcho(body, echo)) return 'works';
    // An error response may come from the echo service.
    return status >= 400 ? 'unreachable' : 'notProxy';
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

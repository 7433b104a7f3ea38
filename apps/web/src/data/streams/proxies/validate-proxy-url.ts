// Whether a proxy or a relay that somebody names is one.
import { getMetadata } from '@matinee/shared/contract/scrape';
import { parseProxyEntry } from '#data/session.ts';
import { requestText } from '#lib/http.ts';
import { checkProxy } from './check-proxy.ts';

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

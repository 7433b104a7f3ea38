// Whether a proxy or a relay that somebody names is one.
import { getMetadata } from '@matinee/shared/contract/metadata';
import { z } from 'zod';
import { parseProxyEntry } from '#data/session.ts';
import { requestText } from '#lib/http.ts';

export type ProxyCheck = 'works' | 'invalid' | 'unreachable' | 'notProxy';

const MAX_BYTES = 512 * 1024;
/** What a proxy answers that is asked for nothing; asking it for a page would need somebody else's server. */
const Greeting = z.object({ message: z.string() });

export async function checkProxyEntry(text: string, signal: AbortSignal): Promise<ProxyCheck> {
  const entry = parseProxyEntry(text);
  if (!entry) return 'invalid';
  const { type, url } = entry;
  const address = type === 'api' ? `${url}${getMetadata.path}` : url;
  try {
    const { status, body } = await requestText(address, { signal, maxBytes: MAX_BYTES });
    if (status >= 500) return 'unreachable';
    const expected = type === 'api' ? getMetadata.reply : Greeting;
    const isOne = status === 200 && expected.safeParse(readJson(body)).success;
    return isOne ? 'works' : 'notProxy';
  } catch {
    return 'unreachable';
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

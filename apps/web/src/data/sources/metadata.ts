import { queryOptions } from '@tanstack/react-query';
import { getMetadata } from '@matinee/shared/contract/metadata';
import { requestJson } from '#lib/http.ts';
import { relayUrls } from '#data/session.ts';

/** From the id of a source or an embed to what people call it. */
export type SourceNames = ReadonlyMap<string, string>;

const LIMITS = { timeoutMs: 15_000, maxBytes: 512 * 1024 };

/** What can be run; asked once and kept for the life of the page. */
export function sourceNames() {
  const relays = relayUrls();
  return queryOptions({
    queryKey: ['sources', 'metadata', relays],
    queryFn: ({ signal }) => namesFromFirst(relays, signal),
    staleTime: Infinity,
    gcTime: Infinity,
    // The relays behind the first one are its second try.
    retry: false,
  });
}

/** Without a relay it is this page that asks the sources, and knows them. */
async function namesFromFirst(
  [base, ...others]: readonly string[],
  signal: AbortSignal,
): Promise<SourceNames> {
  if (base === undefined) return (await import('./in-browser.ts')).namesHere();
  try {
    return await namesFrom(base, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (others.length === 0) throw error;
    return namesFromFirst(others, signal);
  }
}

async function namesFrom(base: string, signal: AbortSignal): Promise<SourceNames> {
  const { status, body } = await requestJson(`${base}${getMetadata.path}`, { ...LIMITS, signal });
  if (status !== 200) throw new Error(`The scrape service answered ${status}`);
  const [embeds, sources] = getMetadata.reply.parse(body);
  return new Map([...embeds, ...sources].map(({ id, name }) => [id, name]));
}

import { queryOptions } from '@tanstack/react-query';
import { getMetadata, type EmbedMeta, type SourceMeta } from '@matinee/shared/contract/scrape';
import type { MediaType } from '@matinee/shared/media/media';
import { requestJson } from '#lib/http.ts';
import { addonSourceId, enabledAddons, type UserAddon } from '#data/preferences/user-addons.ts';
import { queryClient } from '#data/query-client.ts';
import { relayServers, type Servers, sessionHeaders, sessionStore } from '#data/session.ts';

/** Display names by the id of the source or embed. */
export type SourceNames = ReadonlyMap<string, string>;

export interface SourceList {
  /** Best first. */
  readonly sources: readonly SourceMeta[];
  readonly names: SourceNames;
  /** Ids of sources that only the user's relays have. */
  readonly onUserRelays: ReadonlySet<string>;
}

const NO_SOURCES: SourceList = { sources: [], names: new Map(), onUserRelays: new Set() };

/** Higher than any rank of a relay's source. */
const ADDON_RANK = 1_000;
const LIMITS = { timeoutMs: 15_000, maxBytes: 512 * 1024 };

/** The sources that can be run; fetched once per sign-in session and cached for the life of the page. */
export function sourceList() {
  const relays = relayServers();
  const addons = enabledAddons();
  const sessionId = sessionStore.getState().account?.sessionId ?? null;
  return queryOptions({
    queryKey: ['sources', 'metadata', relays, addons, sessionId],
    queryFn: async ({ signal }) => withAddons(addons, await listFromAll(relays, signal)),
    staleTime: Infinity,
    gcTime: Infinity,
    // The other relays already serve as the retry.
    retry: false,
  });
}

/** Sources for this type of title, the preferred first, in their order. */
export function sourcesFor(
  { sources }: SourceList,
  type: MediaType,
  order: readonly string[],
): readonly SourceMeta[] {
  const able = sources.filter(({ mediaTypes = [type] }) => mediaTypes.includes(type));
  const preferred = order.flatMap((id) => able.filter((source) => source.id === id));
  return [...new Set([...preferred, ...able])];
}

/** Relays that have the source. */
export async function relaysFor(id: string): Promise<readonly string[]> {
  const { user, site } = relayServers();
  if (user.length === 0 || site.length === 0) return [...user, ...site];
  const list = await queryClient.fetchQuery(sourceList()).catch(() => undefined);
  return list?.onUserRelays.has(id) ? user : site;
}

const RELAY_PREFIX = 'relay:';

/** A failed relay is reported as if it were a source. */
export const relayIdOf = (relay: string): string => `${RELAY_PREFIX}${relay}`;
export const isRelayId = (id: string): boolean => id.startsWith(RELAY_PREFIX);

/** The site's sources come first. One list is enough: the other relays may be down. */
async function listFromAll({ user, site }: Servers, signal: AbortSignal): Promise<SourceList> {
  const relays = [...site, ...user];
  if (user.length === 0 || site.length === 0) return listFromFirst(relays, signal);
  const names = relays.map((relay) => [relayIdOf(relay), new URL(relay).host] as const);
  const named = (list: SourceList) => ({ ...list, names: new Map([...list.names, ...names]) });
  const [ofSite, ofUser] = await Promise.allSettled([
    listFromFirst(site, signal),
    listFromFirst(user, signal),
  ]);
  signal.throwIfAborted();
  if (ofSite.status === 'rejected' && ofUser.status === 'rejected') throw ofSite.reason;
  const first = ofSite.status === 'fulfilled' ? ofSite.value : NO_SOURCES;
  const second = ofUser.status === 'fulfilled' ? ofUser.value : NO_SOURCES;
  const others = second.sources.filter(({ id }) => !first.names.has(id));
  return named({
    sources: [...first.sources, ...others],
    names: new Map([...second.names, ...first.names]),
    onUserRelays: new Set(others.map(({ id }) => id)),
  });
}

/** Without a relay, lists the sources of this browser. */
async function listFromFirst(
  [base, ...others]: readonly string[],
  signal: AbortSignal,
): Promise<SourceList> {
  if (base === undefined) return listOf((await import('./in-browser.ts')).metadataHere());
  try {
    return await listFrom(base, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (others.length === 0) throw error;
    return listFromFirst(others, signal);
  }
}

/** Puts the user's add-ons first. Without a relay, the list already contains them. */
function withAddons(addons: readonly UserAddon[], list: SourceList): SourceList {
  const sources = addons
    .map(({ url, name }, at): SourceMeta => ({
      type: 'source',
      id: addonSourceId(url),
      name,
      rank: ADDON_RANK - at,
    }))
    .filter(({ id }) => !list.names.has(id));
  const names = sources.map(({ id, name }) => [id, name] as const);
  return {
    ...list,
    sources: [...sources, ...list.sources],
    names: new Map([...list.names, ...names]),
  };
}

async function listFrom(base: string, signal: AbortSignal): Promise<SourceList> {
  const headers = sessionHeaders(base);
  const url = `${base}${getMetadata.path}`;
  const { status, body } = await requestJson(url, { ...LIMITS, headers, signal });
  if (status !== 200) throw new Error(`The relay responded with status ${status}`);
  return listOf(getMetadata.reply.parse(body));
}

function listOf([embeds, sources]: [EmbedMeta[], SourceMeta[]]): SourceList {
  return {
    sources,
    names: new Map([...embeds, ...sources].map(({ id, name }) => [id, name])),
    onUserRelays: new Set(),
  };
}

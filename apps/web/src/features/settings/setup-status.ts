// Which ways for films to come here are set up.
import { queryOptions } from '@tanstack/react-query';
import { config } from '#config.ts';
import { askExtensionStatus, type ExtensionStatus } from '#data/streams/extension/status.ts';
import { checkProxyEntry, type ProxyCheck } from '#data/streams/proxies/check-proxy.ts';

/** The extension, what is said of it, and whether that is good. */
export type ExtensionSaid = 'asking' | Exclude<ExtensionStatus, 'noperms'>;
export type ProxySaid = 'asking' | 'unset' | ProxyCheck;
export type SiteSaid = 'used' | 'none';

export interface Ways {
  readonly extension: ExtensionSaid;
  readonly proxy: ProxySaid;
  readonly site: SiteSaid;
}

/** Heard again on return to the page: it is installed and allowed elsewhere. */
export const extensionWay = queryOptions({
  queryKey: ['setup', 'extension'],
  queryFn: ({ signal }) => askExtensionStatus(signal),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
});

const LIMIT_MS = 10_000;

/** The first of them stands for all: each has a test of its own below. */
export function proxyWay(entry: string | undefined) {
  return queryOptions({
    queryKey: ['setup', 'proxy', entry],
    queryFn: ({ signal }) =>
      checkProxyEntry(entry ?? '', AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])),
    enabled: entry !== undefined,
    staleTime: 60_000,
  });
}

/** What is to be done about both is the same. */
export function extensionSaid(status: ExtensionStatus | undefined): ExtensionSaid {
  return status === 'noperms' ? 'disallowed' : (status ?? 'asking');
}

export function siteSaid(): SiteSaid {
  return config.CORS_PROXY_URL.trim() === '' ? 'none' : 'used';
}

export type Overall = 'attention' | 'works' | 'site' | 'none';

/** Something of one's own that fails matters more than something that works; what the site has is for everybody. */
export function overallOf({ extension, proxy, site }: Ways): Overall {
  if (proxy === 'invalid' || proxy === 'unreachable' || proxy === 'notProxy') return 'attention';
  if (extension === 'success' || proxy === 'works') return 'works';
  return site === 'used' ? 'site' : 'none';
}

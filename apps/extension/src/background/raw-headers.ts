// Reads parts of a response that `fetch` hides: the target of a redirect, and cookies.
type OnHeaders = typeof chrome.webRequest.onHeadersReceived;
type OnRedirect = typeof chrome.webRequest.onBeforeRedirect;
export type HeadersInfo = NonNullable<Parameters<OnHeaders['addListener']>[2]>[number];

export interface RawHeaders {
  readonly status: number;
  /** The target of a redirect, absolute or relative. */
  readonly location?: string | undefined;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** Runs a task that sends one request to the URL. Headers are undefined if the browser reported none. */
export type ObserveHeaders = <T>(
  url: URL,
  task: () => Promise<T>,
) => Promise<readonly [T, RawHeaders | undefined]>;

/** The part of the API that this module uses. Tests replace it. */
export interface WebRequestApi {
  readonly onHeadersReceived: Pick<OnHeaders, 'addListener' | 'removeListener'>;
  readonly onBeforeRedirect: Pick<OnRedirect, 'addListener' | 'removeListener'>;
}

/** webRequest events may arrive after `fetch` resolves. */
const EVENT_TIMEOUT_MS = 3_000;
const NO_TAB = -1;

export function createObserver(
  api: WebRequestApi,
  /** Identifies the extension's requests, because requests of sites' workers have no tab either. */
  extensionOrigin: string,
  headersInfo: readonly HeadersInfo[],
): ObserveHeaders {
  return async (url, task) => {
    const { href } = new URL(url);
    const sent = href.replace(/#.*$/, '');
    const observed = Promise.withResolvers<RawHeaders>();
    const isOurs = (details: { url: string; initiator?: string; originUrl?: string }): boolean =>
      details.url === sent &&
      `${details.initiator ?? details.originUrl ?? ''}/`.startsWith(`${extensionOrigin}/`);
    const onHeaders = (details: chrome.webRequest.OnHeadersReceivedDetails): undefined => {
      if (isOurs(details)) observed.resolve(rawHeadersOf(details));
    };
    // Internal redirects, such as HSTS, have no headers.
    const onRedirect = (details: chrome.webRequest.OnBeforeRedirectDetails): void => {
      if (!isOurs(details)) return;
      observed.resolve({ status: details.statusCode, location: details.redirectUrl, cookies: [] });
    };
    const filter = { urls: ['<all_urls>'], tabId: NO_TAB };
    api.onHeadersReceived.addListener(onHeaders, filter, [...headersInfo]);
    api.onBeforeRedirect.addListener(onRedirect, filter);
    try {
      const result = await task();
      return [result, await Promise.race([observed.promise, nothingAfter(EVENT_TIMEOUT_MS)])];
    } finally {
      api.onHeadersReceived.removeListener(onHeaders);
      api.onBeforeRedirect.removeListener(onRedirect);
    }
  };
}

function rawHeadersOf({
  responseHeaders: headers = [],
  statusCode: status,
}: chrome.webRequest.OnHeadersReceivedDetails): RawHeaders {
  const valuesOf = (header: string): string[] =>
    headers.flatMap(({ name, value }) => (name.toLowerCase() === header && value ? [value] : []));
  // Firefox joins cookies with line breaks.
  const cookies = valuesOf('set-cookie').flatMap((value) => value.split('\n'));
  return { status, location: valuesOf('location')[0], cookies };
}

function nothingAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}

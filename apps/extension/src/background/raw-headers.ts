// Reads what `fetch` hides of a response: the target of a redirect before it is followed, and the cookies.
type OnHeaders = typeof chrome.webRequest.onHeadersReceived;
type OnRedirect = typeof chrome.webRequest.onBeforeRedirect;
/** How much of the headers is told. */
export type HeadersInfo = NonNullable<Parameters<OnHeaders['addListener']>[2]>[number];

export interface RawHeaders {
  readonly status: number;
  /** The target of a redirect, absolute or relative. */
  readonly location?: string | undefined;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** Runs the task, which sends one request to the URL; undefined where the browser told nothing of it. */
export type ObserveHeaders = <T>(
  url: URL,
  task: () => Promise<T>,
) => Promise<readonly [T, RawHeaders | undefined]>;

/** The part of the browser's API that is used here, so that tests can replace it. */
export interface WebRequestApi {
  readonly onHeadersReceived: Pick<OnHeaders, 'addListener' | 'removeListener'>;
  readonly onBeforeRedirect: Pick<OnRedirect, 'addListener' | 'removeListener'>;
}

/** The browser may tell of a response later than `fetch` has it. */
const TOLD_WITHIN_MS = 1_000;
const NO_TAB = -1;

export function createObserver(
  api: WebRequestApi,
  /** Matches the extension's own requests; requests of a site's workers have no tab either. */
  ownOrigin: string,
  headersInfo: readonly HeadersInfo[],
): ObserveHeaders {
  return async (url, task) => {
    const { href } = new URL(url);
    const sent = href.replace(/#.*$/, '');
    const told = Promise.withResolvers<RawHeaders>();
    const isOurs = (details: { url: string; initiator?: string; originUrl?: string }): boolean =>
      details.url === sent &&
      `${details.initiator ?? details.originUrl ?? ''}/`.startsWith(`${ownOrigin}/`);
    const onHeaders = (details: chrome.webRequest.OnHeadersReceivedDetails): undefined => {
      if (isOurs(details)) told.resolve(rawHeadersOf(details));
    };
    // A redirect of the browser's own, such as to https, has no headers.
    const onRedirect = (details: chrome.webRequest.OnBeforeRedirectDetails): void => {
      if (!isOurs(details)) return;
      told.resolve({ status: details.statusCode, location: details.redirectUrl, cookies: [] });
    };
    const filter = { urls: ['<all_urls>'], tabId: NO_TAB };
    api.onHeadersReceived.addListener(onHeaders, filter, [...headersInfo]);
    api.onBeforeRedirect.addListener(onRedirect, filter);
    try {
      const result = await task();
      return [result, await Promise.race([told.promise, nothingAfter(TOLD_WITHIN_MS)])];
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
  const valuesOf = (wanted: string): string[] =>
    headers.flatMap(({ name, value }) => (name.toLowerCase() === wanted && value ? [value] : []));
  // Firefox joins several cookies with line breaks.
  const cookies = valuesOf('set-cookie').flatMap((value) => value.split('\n'));
  return { status, location: valuesOf('location')[0], cookies };
}

function nothingAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}

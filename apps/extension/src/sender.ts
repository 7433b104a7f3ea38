/** A page that asks: its window itself, not a frame in it. */
export interface Page {
  /** Scheme, host and port: what a viewer allows. */
  readonly origin: string;
  readonly hostname: string;
  readonly tabId: number;
}

type Sender = Pick<chrome.runtime.MessageSender, 'tab' | 'frameId' | 'origin' | 'url'>;

/** Undefined for whoever may not ask: frames, files, pages in a sandbox. */
export function senderPage({ tab, frameId, origin, url }: Sender): Page | undefined {
  // A page in a sandbox has the address of its site, but not its origin. Old Firefox tells only the address.
  const site = siteOf(origin ?? url ?? '');
  if (site === undefined || tab?.id === undefined || frameId !== 0) return undefined;
  return { ...site, tabId: tab.id };
}

export function siteOf(address: string): Pick<Page, 'origin' | 'hostname'> | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { origin: url.origin, hostname: url.hostname };
}

/** A top-level page that sent a message. */
export interface Page {
  /** The user allows or denies this origin. */
  readonly origin: string;
  readonly hostname: string;
  readonly tabId: number;
}

type Sender = Pick<chrome.runtime.MessageSender, 'tab' | 'frameId' | 'origin' | 'url'>;

/** Undefined for frames, files and sandboxed pages, which are not allowed. */
export function senderPage({ tab, frameId, origin, url }: Sender): Page | undefined {
  // Sandboxed pages have their site's URL but an opaque origin. Old Firefox versions give only the URL.
  const site = siteOf(origin ?? url ?? '');
  if (site === undefined || tab?.id === undefined || frameId !== 0) return undefined;
  return { ...site, tabId: tab.id };
}

export function siteOf(address: string): Pick<Page, 'origin' | 'hostname'> | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { origin: url.origin, hostname: url.hostname };
}

import { hasHostAccess, createSites } from '#permissions.ts';
import { createHandlers } from './handlers.ts';
import { resolverIn } from './private-network.ts';
import { createObserver, type HeadersInfo } from './raw-headers.ts';
import { createHeaderRules } from './header-rules.ts';

/** `URL.origin` is `null` for this scheme in some browsers. */
const origin = chrome.runtime.getURL('').replace(/\/$/, '');

/** Chromium shows cookies only with `extraHeaders`, which Firefox rejects. */
const HEADERS_INFO: readonly HeadersInfo[] = origin.startsWith('chrome-extension:')
  ? ['responseHeaders', 'extraHeaders']
  : ['responseHeaders'];

const rules = createHeaderRules(chrome.declarativeNetRequest);
const { handle, pageClosed } = createHandlers({
  version: chrome.runtime.getManifest().version,
  sites: createSites(chrome.storage.local),
  rules,
  fetch: (...request) => fetch(...request),
  observe: createObserver(chrome.webRequest, origin, HEADERS_INFO),
  resolve: resolverIn(chrome),
  now: Date.now,
  hasHostAccess,
  openPage: (tabId, path) => chrome.tabs.update(tabId, { url: chrome.runtime.getURL(path) }),
});

// Browsers restart an idle worker for these events, so listeners must be registered synchronously.
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (sender.id !== chrome.runtime.id) return false;
  void handle(message, sender).then(respond);
  return true;
});
chrome.tabs.onRemoved.addListener((tabId) => void pageClosed(tabId));

void rules.forgetRequests();

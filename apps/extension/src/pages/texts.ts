/** Fills in what a page says, in the browser's language; `host` stands in some of it. */
export function showTexts(root: ParentNode, host = ''): void {
  document.documentElement.lang = chrome.i18n.getUILanguage();
  document.documentElement.dir = chrome.i18n.getMessage('@@bidi_dir');
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = text(element.dataset.text ?? '', host);
  }
  document.title = text('name');
}

export function text(name: string, host = ''): string {
  return chrome.i18n.getMessage(name, [host]);
}

/** The pages are ours, so what they lack is our mistake. */
export function requireElement<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}

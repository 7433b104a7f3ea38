/** Fills in the page's texts in the browser's language; some contain `host`. */
export function showTexts(root: ParentNode, host = ''): void {
  document.documentElement.lang = chrome.i18n.getUILanguage();
  document.documentElement.dir = chrome.i18n.getMessage('@@bidi_dir');
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = pageText(element.dataset.text ?? '', host);
  }
  document.title = pageText('name');
}

export function pageText(name: string, host = ''): string {
  return chrome.i18n.getMessage(name, [host]);
}

/** Finds an element of the extension's own page. Throws if the page lacks it. */
export function requireElement<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
}

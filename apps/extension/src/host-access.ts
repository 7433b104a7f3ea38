// Which streams a site will want is known to nobody in advance, so leave is given for all hosts or none.
const ALL = { origins: ['<all_urls>'] };

export const hasHostAccess = (): Promise<boolean> => chrome.permissions.contains(ALL);

/** Asks the viewer; browsers allow it only in answer to a click. */
export const requestHostAccess = (): Promise<boolean> => chrome.permissions.request(ALL);

export const giveUpHostAccess = (): Promise<boolean> => chrome.permissions.remove(ALL);

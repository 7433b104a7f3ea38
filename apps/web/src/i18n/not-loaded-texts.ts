declare const __NOT_LOADED__: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts by file, then by name in index.html, which has the English ones. Needed only if the app does not load. */
export const NOT_LOADED_TEXTS = __NOT_LOADED__;

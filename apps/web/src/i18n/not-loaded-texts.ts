declare const __NOT_LOADED__: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Texts by file and the names of index.html, which has them in English. Only an app that does not load needs them. */
export const NOT_LOADED_TEXTS = __NOT_LOADED__;

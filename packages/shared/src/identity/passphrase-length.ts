/** The number of words in a passphrase. In a separate file, for pages that don't need the word list. */
export const PASSPHRASE_WORDS = 12;

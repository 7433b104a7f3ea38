/** The number of words in a passphrase. It stands apart from the word list, so pages that only need the number don't load the list. */
export const PASSPHRASE_WORDS = 12;

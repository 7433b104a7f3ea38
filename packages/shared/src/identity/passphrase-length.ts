/** Words in a passphrase. Apart from the word list, which pages that only name the number would load. */
export const PASSPHRASE_WORDS = 12;

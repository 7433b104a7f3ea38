/** What a viewer is told of a file that is not one; the words are those of the error catalogue. */
export const CAPTION_FAULTS = {
  empty: 'Given text is empty',
  invalid: 'Invalid subtitle format',
} as const;

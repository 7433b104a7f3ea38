const MAX_CHARACTERS = 19;

/** Cuts device names after 19 grapheme clusters. */
export function shortName(name: string): string {
  // The first use of Intl.Segmenter is slow, and most names are short.
  if (name.length <= MAX_CHARACTERS) return name;
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : name;
}

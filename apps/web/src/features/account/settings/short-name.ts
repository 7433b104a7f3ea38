const LONGEST = 19;

/** Names of 20 characters and more are cut; a character is what a reader sees as one. */
export function shortName(name: string): string {
  // To segment is slow at first, and most names are short however one counts.
  if (name.length <= LONGEST) return name;
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : name;
}

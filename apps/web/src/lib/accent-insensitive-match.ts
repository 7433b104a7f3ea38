/** Without accents and capitals, so that what is typed quickly is found. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** All words of `query` begin or stand somewhere in the text; an empty query is in every text. */
export function isIn(text: string, query: string): boolean {
  const where = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => where.includes(word));
}

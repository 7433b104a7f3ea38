function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** True when the text contains each word of `query`, ignoring case and accents. */
export function matchesQuery(text: string, query: string): boolean {
  const where = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => where.includes(word));
}

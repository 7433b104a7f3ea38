/** The language as it is written where the visitor lives: who reads English in London reads 5 March, not March 5. */
export function regional(
  language: string,
  spoken: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  return spoken.find((tag) => tag.split('-')[0] === language) ?? language;
}

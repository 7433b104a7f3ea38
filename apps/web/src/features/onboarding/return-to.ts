/** What every page of the onboarding hands on to the next. */
export function keptSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  kept.delete('m');
  return kept.toString();
}

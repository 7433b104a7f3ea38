import { paths } from '#paths.ts';

/** Where somebody wanted to go before they were asked; only ever a place of ours. */
export function destinationOf(search: URLSearchParams): string {
  const wanted = search.get('redirect') ?? '';
  const here = 'https://here.invalid';
  const url = wanted.startsWith('/') ? URL.parse(wanted, here) : null;
  // `//elsewhere.test` and `/\elsewhere.test` are addresses of other hosts; `/.//elsewhere.test` becomes one.
  const isOurs = url?.origin === here && !url.pathname.startsWith('//');
  return isOurs ? `${url.pathname}${url.search}` : paths.home;
}

/** What every page of the onboarding hands on to the next. */
export function keptSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  kept.delete('m');
  return kept.toString();
}

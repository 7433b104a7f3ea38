import type { StarterTitle } from '@matinee/sources/starter-catalog/starter-title';
import { byStanding } from './starter-order.ts';

const FILLERS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'on', 'to']);

/** Best first; equal matches in the order of `byStanding`. */
export function searchStarter(
  titles: readonly StarterTitle[],
  query: string,
): readonly StarterTitle[] {
  const wanted = words(query);
  if (wanted.length === 0) return [];
  return titles
    .map((title) => ({ title, score: score(title, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || byStanding(a.title, b.title))
    .map(({ title }) => title);
}

function score(title: StarterTitle, wanted: readonly string[]): number {
  const rest = wanted.filter((word) => word !== String(title.year));
  // "1984" alone may be a title; beside other words it is a year.
  const sought = rest.length > 0 ? rest : wanted;
  const names = [title.title, ...(title.originalTitle ? [title.originalTitle] : [])];
  const named = Math.max(...names.map((name) => scoreName(words(name), sought)));
  if (named > 0) return named;
  const people = [...title.directors, ...title.cast];
  return people.some((name) => scoreName(words(name), sought) > 0) ? 1 : 0;
}

function scoreName(name: readonly string[], sought: readonly string[]): number {
  const significant = sought.filter((word) => !FILLERS.has(word));
  const required = significant.length > 0 ? significant : sought;
  if (!required.every((word) => name.some((part) => part.startsWith(word)))) return 0;
  const fullName = ` ${name.join(' ')} `;
  const phrase = sought.join(' ');
  if (fullName === ` ${phrase} `) return 100;
  if (fullName.startsWith(` ${phrase}`)) return 80;
  if (fullName.includes(` ${phrase} `)) return 70;
  if (fullName.includes(` ${phrase}`)) return 60;
  return required.every((word) => name.includes(word)) ? 40 : 20;
}

/** Accents, case and punctuation do not matter: "haxan" finds "Häxan", "fathers" finds "Father's". */
function words(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

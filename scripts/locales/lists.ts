// The lists that the checks of the locale files go by: allowed equal texts, forbidden words, lengths.
import { existsSync, readFileSync } from 'node:fs';
import type { ForbiddenTerm } from './english-rules.ts';
import type { LengthBudget } from './lengths.ts';

/** Files that hold only what differs from English. */
export const PARTIAL: ReadonlySet<string> = new Set(['en-GB']);

/** Languages that are not complete yet, with the number of texts that they may lack. */
export const INCOMPLETE: Readonly<Record<string, number>> = {};

/** New texts, by key without plural ending, that wait for translators: every language may lack them, and shows them in English. */
export const UNTRANSLATED: ReadonlySet<string> = new Set<string>([]);

/** Names, which are the same in every language. */
export const NAMES: readonly string[] = [
  'Matinee',
  '{{title}} · Matinee',
  'The Movie Database',
  'Discord',
  'Facebook',
  'Instagram',
  'Esc',
  'Page Up',
  'Page Down',
];

const SAME = 'scripts/locales/same';

/** The texts that a language shares with English: one on each line of its file. */
export function sameTexts(file: string): readonly string[] {
  const path = `${SAME}/${file}.txt`;
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '');
}

/** The specification words these texts. */
const FIXED_PLEASE = [
  'auth.device.missing',
  'auth.invitation.missing',
  'auth.verify.errors.captchaFailed',
  'watch.extensionDisabled.text',
  'watch.human.failed.text',
];

/** Words of British English and of programmers, by `reference/english/english-glossary.tsv`. */
export const GLOSSARY: readonly ForbiddenTerm[] = [
  {
    term: /\bfilms?\b/i,
    use: 'movie',
    allowed: ['auth.profile.icons.film', 'discover.collection.noir', 'discover.collection.shorts'],
  },
  { term: /\b(?:tv )?series\b|\btv shows?\b/i, use: 'show' },
  { term: /\bcatalogues?\b/i, use: 'catalog' },
  { term: /\bcolou?rs?(?<!colors?)\b/i, use: 'color' },
  { term: /\bgrey\b/i, use: 'gray' },
  { term: /\bfavourites?\b/i, use: 'favorite' },
  { term: /\blicen[cs]ed?\b(?<!licensed?)/i, use: 'license' },
  { term: /\bcancelled\b/i, use: 'canceled' },
  { term: /\b(?:synchronis|organis|recognis|customis|capitalis)\w*/i, use: 'the spelling with z' },
  { term: /\bsign(?:ed|ing)?[ -](?:in|out)\b/i, use: 'log in, log out' },
  { term: /\boperators?\b/i, use: 'the people who run this site' },
  { term: /\binstances?\b/i, use: 'site' },
  { term: /\bback-?end\b/i, use: 'account server' },
  {
    term: /\bscrap(?:e|es|ed|er|ers|ing)\b/i,
    use: 'search',
    allowed: ['watch.sources.trial.failure'],
  },
  { term: /\bcaptions?\b/i, use: 'subtitles', allowed: ['player.captionMenu.errors.unavailable'] },
  { term: /\be-mails?\b/i, use: 'email' },
  { term: /\btwelve\b/i, use: '12' },
  { term: /\bmnemonic\b|\bseed\b/i, use: 'passphrase or account key' },
  { term: /\bwatchlists?\b/i, use: 'bookmarks' },
  { term: /\b(?:shelf|shelves|carousels?)\b/i, use: 'row' },
  { term: /\badd ?ons?\b|\baddons?\b/i, use: 'add-on' },
  { term: /\bplease\b/i, use: 'nothing', allowed: FIXED_PLEASE },
  { term: /\byour library\b/i, use: 'your data' },
];

/** Narrow places, each with room for a text 40 % longer than in English. */
export const LENGTHS: readonly LengthBudget[] = [
  { keys: ['player.live.mark', 'player.settings.sizes.'], most: 12 },
  { keys: ['media.types.', 'home.lists.edit', 'home.lists.done'], most: 20 },
  { keys: ['discover.kinds.', 'settings.sections.', 'watch.sources.marks.'], most: 24 },
  {
    keys: ['footer.about', 'footer.privacy', 'footer.dmca', 'header.discover', 'media.unreleased'],
    most: 28,
  },
  {
    keys: ['actions.', 'cards.play', 'cards.resume', 'watch.next.play'],
    most: 30,
  },
];

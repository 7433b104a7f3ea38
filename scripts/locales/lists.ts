// The lists for the checks of the locale files: allowed equal texts, forbidden words, lengths.
import { existsSync, readFileSync } from 'node:fs';
import type { ForbiddenTerm } from './english-rules.ts';
import type { LengthBudget } from './lengths.ts';

/** Files with only the texts that differ from English. */
export const PARTIAL: ReadonlySet<string> = new Set(['en-GB']);

/** Incomplete languages with the number of texts that they may lack. */
export const INCOMPLETE: Readonly<Record<string, number>> = {};

/** Keys, without plural endings, of new texts that wait for translators. Languages that lack them show English. */
export const UNTRANSLATED: ReadonlySet<string> = new Set<string>([]);

/** Names that are the same in every language. */
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

/** Returns the texts that a language shares with English, one per line of its file. */
export function sameTexts(file: string): readonly string[] {
  const path = `${SAME}/${file}.txt`;
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '');
}

/** Texts that the specification prescribes. */
const FIXED_PLEASE = [
  'auth.device.missing',
  'auth.invitation.missing',
  'auth.verify.errors.captchaFailed',
  'watch.extensionDisabled.text',
  'watch.human.failed.text',
];

/** The glossary of `en`: British and technical words that it doesn't use. */
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

/** Narrow parts of the layout, each with space for a text 40 % longer than in English. */
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

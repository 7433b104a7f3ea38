import type { MediaType } from '@matinee/shared/media/media';

export type OldTitle =
  /** The same title, under the name that it has today. */
  | { readonly is: 'renamed'; readonly slug: string }
  /** Only its words lead to it: its number is that of a service that is not asked any more. */
  | { readonly is: 'lost'; readonly type: MediaType; readonly words: string };

/** What a slug of earlier clients names; undefined for one of today's. */
export function oldTitle(slug: string): OldTitle | undefined {
  const show = /^tmdb-show-(\d+.*)$/.exec(slug)?.[1];
  if (show !== undefined) return { is: 'renamed', slug: `tmdb-tv-${show}` };
  const [, kind, words] = /^JW-(movie|show)-[^-]+-?(.*)$/.exec(slug) ?? [];
  if (words === undefined) return undefined;
  return {
    is: 'lost',
    type: kind === 'movie' ? 'movie' : 'show',
    words: words.replaceAll('-', ' ').trim(),
  };
}

// What Jellyfin, Plex, Emby and Kodi put into names in brackets: which title it is, and which cut of it.

export interface TitleIds {
  /** Decimal text. */
  readonly tmdb?: string;
  /** `tt` and digits. */
  readonly imdb?: string;
}

export interface Tagged {
  readonly ids: TitleIds;
  readonly edition: string | undefined;
  /** The name without its tags. */
  readonly rest: string;
}

const TAG = /[[{(]\s*(tmdb|imdb|tvdb)(?:id)?\s*[-=:]\s*([a-z]*\d+)\s*[\]})]/gi;
const EDITION = /\{\s*edition\s*-\s*([^}]+?)\s*\}/i;
const BARE_IMDB = /(?<![a-z\d])tt\d{7,9}(?![a-z\d])/i;

export function takeTags(name: string): Tagged {
  const tags = [...name.matchAll(TAG)].map(([, kind = '', value = '']) => ({
    kind: kind.toLowerCase(),
    value: value.toLowerCase(),
  }));
  const valueOf = (kind: string, shape: RegExp): string | undefined =>
    tags.find((tag) => tag.kind === kind && shape.test(tag.value))?.value;
  const tmdb = valueOf('tmdb', /^\d+$/);
  const imdb = valueOf('imdb', /^tt\d+$/) ?? BARE_IMDB.exec(name)?.[0].toLowerCase();
  return {
    ids: { ...(tmdb !== undefined && { tmdb: String(Number(tmdb)) }), ...(imdb && { imdb }) },
    edition: EDITION.exec(name)?.[1],
    rest: name
      .replaceAll(TAG, ' ')
      .replace(EDITION, ' ')
      .replace(BARE_IMDB, ' ')
      .replaceAll(/[[({]\s*[\])}]/g, ' ')
      .trim(),
  };
}

// Metadata from the catalog. Clients name the title to search for, but only the catalog decides about rights.
import { z } from 'zod';
import { matchUpload, type Upload } from './match.ts';

export interface TitleMetadata {
  /** Localized and original title. */
  readonly titles: readonly string[];
  readonly year: number;
  readonly imdbId?: string | undefined;
}

/** Undefined if TMDB has no such movie. */
export type GetMetadata = (
  tmdbId: string,
  signal: AbortSignal,
) => Promise<TitleMetadata | undefined>;

/** TMDB's movie details. */
const Details = z.object({
  title: z.string(),
  original_title: z.string().optional(),
  release_date: z.string().regex(/^\d{4}-/),
  imdb_id: z.string().nullish(),
});

export function parseMetadata(details: unknown): TitleMetadata | undefined {
  const { data } = Details.safeParse(details);
  if (!data) return undefined;
  const { title, original_title: original = title, release_date, imdb_id } = data;
  const titles = [...new Set([title, original])];
  return { titles, year: Number(release_date.slice(0, 4)), imdbId: imdb_id ?? undefined };
}

/** The movie's year of publication, if the upload is certainly this movie: by IMDb id, or by title and exact year. */
export function provenYear(
  upload: Upload,
  { titles, year, imdbId }: TitleMetadata,
): number | undefined {
  const isProven = titles.some((title) => {
    const match = matchUpload(upload, { kind: 'movie', title, year, imdbId });
    return match.matches && (match.by === 'imdb' || match.isExactYear);
  });
  return isProven ? year : undefined;
}

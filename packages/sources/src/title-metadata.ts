// What the catalogue says of a film. A visitor's word decides what is searched for, but never what may be shown.
import { z } from 'zod';
import { matchUpload, type Upload } from './match.ts';

export interface TitleMetadata {
  /** As it is called here, and as it was first called. */
  readonly titles: readonly string[];
  readonly year: number;
  readonly imdbId?: string | undefined;
}

/** By TMDB's id; undefined: there is no such film. */
export type GetMetadata = (
  tmdbId: string,
  signal: AbortSignal,
) => Promise<TitleMetadata | undefined>;

/** TMDB's own shape of a film's details. */
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

/** The year in which the film was published, where it is beyond doubt that the upload is that film. */
export function provenYear(
  upload: Upload,
  { titles, year, imdbId }: TitleMetadata,
): number | undefined {
  const isProven = titles.some((title) => {
    const verdict = matchUpload(upload, { kind: 'movie', title, year, imdbId });
    return verdict.matches && (verdict.by === 'imdb' || verdict.isExactYear);
  });
  return isProven ? year : undefined;
}

import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { z } from 'zod';
import type { SubtitleTarget } from './service.ts';

/** Fetches a path below `/3` of the catalog. */
export type FetchCatalog = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

const Details = z.object({
  external_ids: z.object({ imdb_id: z.string().regex(/^tt\d{1,10}$/) }),
});

/** The title's page has just requested the same details, so they are mostly cached. */
export async function imdbIdOf(
  fetchCatalog: FetchCatalog,
  { tmdbId, episode }: SubtitleTarget,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (tmdbId === undefined) return undefined;
  const path = `/${episode ? 'tv' : 'movie'}/${tmdbId}`;
  const { status, body } = await fetchCatalog(path, DETAILS_QUERY, signal);
  if (status !== 200) return undefined;
  return Details.safeParse(JSON.parse(body)).data?.external_ids.imdb_id;
}

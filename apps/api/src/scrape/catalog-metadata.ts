import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { parseMetadata, type GetMetadata } from '@matinee/sources/title-metadata';

/** How the movie database is asked: a path below `/3`. */
type FetchCatalog = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** The title's page has just asked the same, so the answer is mostly there already. */
export function catalogMetadata(fetchCatalog: FetchCatalog): GetMetadata {
  return async (tmdbId, signal) => {
    const { status, body } = await fetchCatalog(`/movie/${tmdbId}`, DETAILS_QUERY, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The catalogue answered with status ${status}`);
    return parseMetadata(JSON.parse(body));
  };
}

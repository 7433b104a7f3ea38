import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { parseMetadata, type GetMetadata } from '@matinee/sources/title-metadata';

/** Fetches a path below `/3` of the catalog. */
type FetchCatalog = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** The title's page has just requested the same, so it is mostly cached. */
export function catalogMetadata(fetchCatalog: FetchCatalog): GetMetadata {
  return async (tmdbId, signal) => {
    const { status, body } = await fetchCatalog(`/movie/${tmdbId}`, DETAILS_QUERY, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The catalog responded with status ${status}`);
    return parseMetadata(JSON.parse(body));
  };
}

import { findStarter } from '@matinee/sources/starter-catalog/starter-catalog';
import { z } from 'zod';
import type { CatalogRequest } from './tmdb-allowlist.ts';
import type { CatalogResponse } from './response.ts';

const Numbered = z.looseObject({
  season_number: z.number().optional(),
  episode_number: z.number().optional(),
});
const Series = z.looseObject({ seasons: z.array(Numbered) });
const Season = z.looseObject({ episodes: z.array(Numbered) });

/**
 * Adds the starter catalog's ids to seasons and episodes as `own_id`. A series may have been
 * watched before a TMDB key was set, so old URLs and progress must still resolve.
 */
export function withStarterIds(call: CatalogRequest, response: CatalogResponse): CatalogResponse {
  const series = call.kind === 'tv' ? findStarter('tv', Number(call.named.id ?? 0)) : undefined;
  if (series === undefined || response.status !== 200) return response;
  const content: unknown = JSON.parse(response.body);
  if (call.name === 'season') {
    const known = series.seasons.find(({ number }) => number === Number(call.named.season));
    const body = Season.safeParse(content).data;
    if (!known || !body) return response;
    const episodes = body.episodes.map((item) => ({
      ...item,
      own_id: known.episodes.find(({ number }) => number === item.episode_number)?.id,
    }));
    return { ...response, body: JSON.stringify({ ...body, episodes }) };
  }
  const body = Series.safeParse(content).data;
  if (!body) return response;
  const seasons = body.seasons.map((item) => ({
    ...item,
    own_id: series.seasons.find(({ number }) => number === item.season_number)?.id,
  }));
  return { ...response, body: JSON.stringify({ ...body, seasons }) };
}

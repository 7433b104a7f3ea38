import type { ScrapeShow } from '@matinee/shared/media/media';
import { NotFoundError, type SourceContext } from '#source.ts';
import { parseItems } from './items.ts';
import { fetchFromServer, nameOf, type MediaServer } from './media-server.ts';

/** The items that hold the episode, of whichever of these series has it. */
export async function findEpisode(
  server: MediaServer,
  seriesIds: readonly string[],
  context: SourceContext<ScrapeShow>,
): Promise<readonly string[]> {
  for (const seriesId of seriesIds) {
    const found = await episodesOf(server, seriesId, context);
    if (found.length > 0) return found;
  }
  throw new NotFoundError('the episode is not in the library');
}

async function episodesOf(
  server: MediaServer,
  seriesId: string,
  { fetch, media }: SourceContext<ScrapeShow>,
): Promise<readonly string[]> {
  const { episode, season } = media;
  const json = await fetchFromServer(fetch, server, `/Shows/${seriesId}/Episodes`, {
    query: { season: season.number, fields: 'ProviderIds', enableImages: 'false' },
  });
  if (json === undefined) return [];
  return parseItems(json, nameOf(server))
    .items.filter(
      (item) =>
        item.type === 'Episode' &&
        item.isThere &&
        // Specials are listed among the episodes that they were shown between.
        item.season === season.number &&
        item.episode !== undefined &&
        item.episode <= episode.number &&
        episode.number <= (item.lastEpisode ?? item.episode),
    )
    .map(({ id }) => id);
}

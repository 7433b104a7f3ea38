import type { ScrapeMedia } from '@matinee/shared/media/media';
import { describe, expect, test } from 'vitest';
import { builtInRegistry } from './built-in.ts';
import type { SourceResult } from './source.ts';
import { loadStarter } from './starter-catalog/starter-catalog.ts';
import type { StarterTitle } from './starter-catalog/starter-title.ts';
import {
  fakeContext,
  jsonResponse,
  type FakeRequest,
  type FakeResponse,
} from './testing/fake-context.ts';

const registry = builtInRegistry({
  internetArchive: 'https://archive.test',
  peertubeHosts: {},
});

/** All playable titles: movies and episodes. */
function mediaOf(title: StarterTitle): readonly ScrapeMedia[] {
  const common = {
    title: title.title,
    releaseYear: title.year,
    tmdbId: String(title.id),
    ...(title.imdbId === undefined ? {} : { imdbId: title.imdbId }),
  };
  if (title.kind === 'movie') return [{ type: 'movie', ...common }];
  return title.seasons.flatMap(({ episodes, id, number }) =>
    episodes.map((episode) => ({
      type: 'show' as const,
      ...common,
      season: { number, tmdbId: String(id) },
      episode: { number: episode.number, tmdbId: String(episode.id), title: episode.title },
    })),
  );
}

/** Keyed by item. */
const RECORDED_FILES = new Map<string, string>(
  loadStarter().flatMap((title) => {
    const places =
      title.kind === 'movie'
        ? title.streams.filter((stream) => stream.source === 'archive.org')
        : title.seasons.flatMap(({ episodes }) => episodes);
    return places.map(({ identifier, file = 'film.mp4' }) => [identifier, file] as const);
  }),
);

/** Items and videos of unknown uploaders without a license. */
function services({ url }: FakeRequest): FakeResponse {
  const identifier = url.split('/metadata/')[1];
  if (identifier !== undefined) {
    const metadata = { title: identifier, collection: ['opensource_movies'], uploader: 'stranger' };
    const original = RECORDED_FILES.get(identifier) ?? '';
    const derivative = { name: original.replace(/[^.]+$/, 'mp4'), original };
    return jsonResponse({ metadata, files: [{ name: original }, derivative] });
  }
  if (url.endsWith('/captions')) return jsonResponse({ data: [] });
  return jsonResponse({
    name: 'An open film',
    licence: { id: null },
    state: { id: 1 },
    privacy: { id: 1 },
    files: [],
    streamingPlaylists: [{ type: 1, playlistUrl: 'https://peertube.test/a.m3u8', files: [] }],
  });
}

async function findEmbeds(media: ScrapeMedia): Promise<SourceResult['embeds']> {
  const found = await Promise.allSettled(
    registry.sources.map(async (source) => {
      const context = fakeContext(() => ({ status: 500 }));
      return media.type === 'movie'
        ? await source.movie?.({ ...context, media })
        : await source.show?.({ ...context, media });
    }),
  );
  return found.flatMap((it) => (it.status === 'fulfilled' ? (it.value?.embeds ?? []) : []));
}

describe('every title of the starter catalog passes the rights gate', () => {
  test.each(loadStarter().map((title) => [title.title, title] as const))('%s', async (_, title) => {
    for (const media of mediaOf(title)) {
      const places = (await findEmbeds(media)).filter(
        ({ embedId }) => embedId !== 'internet-archive-search',
      );
      expect(places).not.toEqual([]);
      for (const { embedId, url } of places) {
        const streams = await registry.embed(embedId)?.run({ ...fakeContext(services), url });
        expect(streams).toHaveLength(1);
      }
    }
  });
});

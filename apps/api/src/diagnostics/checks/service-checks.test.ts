import type { ScrapeEmbedEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import { expect, test } from 'vitest';
import { serviceChecks } from './service-checks.ts';

async function* replay<T>(events: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* events;
}

/** The finding about a source with these events, and the same embed events for each of its embeds. */
async function findingOf(
  source: readonly ScrapeSourceEvent[],
  embed: readonly ScrapeEmbedEvent[] = [],
) {
  const checks = serviceChecks({
    config: { TMDB_READ_API_KEY: undefined, TMDB_URL: '', TMDB_FALLBACK_URL: '' },
    fetch: () => Promise.reject(new Error('not needed')),
    scraper: {
      metadata: () => [
        [],
        [{ type: 'source', id: 'one', rank: 1, name: 'One', mediaTypes: ['movie'] }],
      ],
      runSource: () => replay(source),
      runEmbed: () => replay(embed),
    },
    subtitles: undefined,
  });
  return await checks.find(({ check }) => check === 'source')?.run(new AbortController().signal);
}

test.each([
  ["Couldn't connect (ECONNREFUSED)", 'ECONNREFUSED'],
  ['PeerTube responded with status 502', '502'],
  ['The service is busy (503)', '503'],
  ['Ask alice@example.org for a key (of the library)', 'Error'],
])('a source that fails with “%s” is reported with the reason %s', async (message, reason) => {
  const error = { type: 'error', name: 'Error', message } as const;
  const found = { code: 'sourceFailed', facts: { reason } };
  expect(await findingOf([error])).toEqual(found);
  const embeds = [{ embedId: 'player', url: 'https://video.example.org/1' }];
  expect(await findingOf([{ type: 'completed', embeds }], [error])).toEqual(found);
});

test('a source whose embeds have nothing is told apart', async () => {
  const embeds = [{ embedId: 'player', url: 'https://video.example.org/1' }];
  expect(await findingOf([{ type: 'completed', embeds }])).toEqual({
    code: 'sourceFailed',
    facts: { reason: 'no stream' },
  });
});

// Some add-ons list streams that require a header that no page may send. The relay sends it, although the streams are
// not the operator's own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startStremio } from '../support/fakes/stremio.ts';
import type { Fake } from '../support/fakes/http.ts';
import { ensureMedia } from '../support/media.ts';
import { bytesOf, scrapeSource, textOf } from '../support/scrape-client.ts';

const REFERER = 'https://club.example/films';
const needed = { behaviorHints: { proxyHeaders: { request: { Referer: REFERER } } } };
const MOVIE = {
  type: 'movie',
  title: 'His Girl Friday',
  releaseYear: '1940',
  tmdbId: '3085',
  imdbId: 'tt0032599',
};

let club: Fake;
let server: TestApp;
let unrelayed: TestApp;
beforeAll(async () => {
  club = await startStremio({
    media: await ensureMedia(),
    streams: {
      'movie/tt0032599': [
        { name: 'Club 720p', plays: 'file720', ...needed },
        { name: 'Club', plays: 'playlist', ...needed },
      ],
    },
    demands: { name: 'referer', value: REFERER },
  });
  const environment = { STREMIO_ADDONS: `${club.url}/shelf/manifest.json` };
  [server, unrelayed] = await Promise.all([
    startTestApp(environment),
    startTestApp({ ...environment, STREAM_RELAY: 'off' }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.close(), unrelayed.close(), club.close()]);
});

async function streamsOf({ url }: TestApp) {
  const metadata = await textOf(`${url}/metadata`);
  const id = /"id":"(stremio-[^"]+)"/.exec(metadata)?.[1] ?? '';
  return await scrapeSource(url, { id, ...MOVIE });
}

/** The URL in the first line of a playlist that is not a tag. */
const lineOf = (playlist: string): string =>
  new URL(/^(?!#)\S+$/m.exec(playlist)?.[0] ?? '', server.url).href;

test('files and playlists play through the relay by default, and the header is not revealed', async () => {
  const streams = await streamsOf(server);
  expect(streams.map(({ type }) => type).toSorted()).toEqual(['file', 'hls']);
  expect(JSON.stringify(streams)).not.toMatch(new RegExp(`club\\.example|${club.host}|"headers"`));
  for (const stream of streams) {
    if (stream.type === 'file') {
      const url = stream.qualities['720']?.url ?? '';
      expect(url.startsWith(`${server.url}/stream/`)).toBe(true);
      const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
      expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    } else {
      const variant = await textOf(lineOf(await textOf(stream.playlist)));
      expect((await bytesOf(lineOf(variant))).length).toBeGreaterThan(1_000);
    }
  }
});

test('without a relay the header is sent to clients that can set it', async () => {
  const streams = await streamsOf(unrelayed);
  expect(streams).toHaveLength(2);
  for (const stream of streams) {
    expect(stream.headers).toEqual({ Referer: REFERER });
    expect(JSON.stringify(stream)).toContain(club.url);
  }
});

// The operator's options for single sources.
import { getMetadata } from '@matinee/shared/contract/scrape';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ALL_BUT_ARCHIVE } from '../support/built-in-sources.ts';
import { archiveItems } from '../support/fakes/archive-items.ts';
import { startInternetArchive, type InternetArchive } from '../support/fakes/internet-archive.ts';
import { ensureMedia } from '../support/media.ts';

const NIGHT = 'type=movie&title=Night+of+the+Living+Dead&releaseYear=1968&tmdbId=10331';

let archive: InternetArchive;
let without: TestApp;
let hasty: TestApp;
beforeAll(async () => {
  archive = await startInternetArchive({ items: archiveItems(await ensureMedia()) });
  const environment = {
    INTERNET_ARCHIVE_URL: archive.url,
    OPERATOR_ALLOWED_HOSTS: archive.node.host,
  };
  [without, hasty] = await Promise.all([
    startTestApp({ ...environment, DISABLED_SOURCES: 'internet-archive, interned-archive' }),
    startTestApp({ ...environment, SOURCE_SECONDS: 'internet-archive=1' }),
  ]);
});
afterAll(async () => {
  await Promise.all([without.close(), hasty.close(), archive.close()]);
});

const read = async ({ url }: TestApp, path: string): Promise<string> =>
  (await fetch(url + path)).text();

test('a source that is left out is not listed, with its embeds, and is not run', async () => {
  const metadata = getMetadata.reply.parse(JSON.parse(await read(without, '/metadata')));
  const ids = metadata.flat().map(({ id }) => id);
  expect(ids).toContain('open-films');
  expect(ids.filter((id) => id.startsWith('internet-archive'))).toEqual([]);
  const run = await read(without, `/scrape?${NIGHT}`);
  expect(run).toContain('event: init\ndata: {"sourceIds":["open-films"]}');
  const item = encodeURIComponent(`${archive.url}/details/night_of_the_living_dead_dvd#tmdb=10331`);
  expect(await read(without, `/scrape/embed?id=internet-archive-item&url=${item}`)).toContain(
    'Embed with ID not found',
  );
  expect(archive.count()).toBe(0);
});

test('pages that run sources themselves leave it out, too', async () => {
  expect(await read(without, '/config.js')).toContain(
    '"VITE_DISABLED_SOURCES": "internet-archive,interned-archive"',
  );
  expect(await read(hasty, '/config.js')).toContain('"VITE_SOURCE_SECONDS": "internet-archive=1"');
});

test('an unknown source ID is reported to the operator', () => {
  const messages = without.log.filter((line) => line.includes('unknown source ID'));
  expect(messages).toEqual([expect.stringContaining('unknown source ID interned-archive:')]);
});

test('a source that exceeds its time limit has failed', async () => {
  archive.behave({ slowMs: 60_000 });
  const run = await read(hasty, `/scrape?${NIGHT}&disabledSources=${ALL_BUT_ARCHIVE}`);
  archive.behave('normal');
  expect(run).toContain('"error":{"name":"TimeoutError","message":"No response within 1 s"}');
  expect(run).toContain('event: noOutput');
});

// The relay with what ships: the real server, its fetcher and its sources, against an archive that behaves and misbehaves.
import { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_ANSWERS } from '../support/fakes/no-answers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { archiveItems, type ArchiveItem } from '../support/fakes/archive-items.ts';
import { startInternetArchive, type InternetArchive } from '../support/fakes/internet-archive.ts';
import { ensureMedia } from '../support/media.ts';

const NIGHT = { title: 'Night of the Living Dead', releaseYear: '1968', tmdbId: '10331' };

let nobodys = 4_999_000;
/** A new one each time: the relay remembers for a while what nobody has. */
const nobody = () => ({
  title: 'A Film That Nobody Kept',
  releaseYear: '1951',
  tmdbId: `${(nobodys += 1)}`,
});

/** An upload of a studio movie that anyone with an Archive account can make. */
const HEAT: ArchiveItem = {
  identifier: 'heat-1995-1080p-bluray',
  metadata: {
    title: 'Heat',
    mediatype: 'movies',
    collection: ['opensource_movies', 'community'],
    year: '1995',
    licenseurl: 'https://creativecommons.org/publicdomain/mark/1.0/',
  },
  files: [{ name: 'heat.1995.1080p.mp4', format: 'h.264', source: 'original', length: '10200' }],
  downloads: 900_000,
};

let archive: InternetArchive;
let server: TestApp;

beforeAll(async () => {
  archive = await startInternetArchive({ items: [...archiveItems(await ensureMedia()), HEAT] });
  server = await startTestApp({
    INTERNET_ARCHIVE_URL: archive.url,
    OPERATOR_ALLOWED_HOSTS: archive.node.host,
    LOG_LEVEL: 'info',
  });
});

afterEach(() => {
  archive.behave('normal');
  archive.forget();
});

afterAll(async () => {
  await Promise.all([server.close(), archive.close()]);
});

function open(film: Readonly<Record<string, string>>, base = server.url): Promise<IncomingMessage> {
  const query = new URLSearchParams({ type: 'movie', ...film }).toString();
  return new Promise((resolve, reject) => {
    get(`${base}/scrape?${query}`, resolve).on('error', reject);
  });
}

/** The run's events, parsed as a client parses them. */
async function scrape(
  film: Readonly<Record<string, string>>,
  base?: string,
): Promise<ScrapeEvent[]> {
  const response = await open(film, base);
  expect(response.statusCode).toBe(200);
  const blocks = (await text(response))
    .split('\n\n')
    .filter((block) => block.startsWith('event: '));
  return blocks.map((block) => {
    const [type, data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
    if (type === 'start') return ScrapeEvent.parse({ type, id: JSON.parse(data) });
    return ScrapeEvent.parse({ ...(data === '' ? {} : JSON.parse(data)), type });
  });
}

function endOf(events: readonly ScrapeEvent[], id: string) {
  return events.findLast((event) => event.type === 'update' && event.id === id);
}

describe('the relay', () => {
  test('finds a movie in the archive and hands over addresses that answer', async () => {
    const events = await scrape({ ...NIGHT, imdbId: 'tt0063350' });
    const end = events.at(-1);
    expect(end).toMatchObject({
      type: 'completed',
      sourceId: 'internet-archive',
      embedId: 'internet-archive-item',
      stream: { type: 'file' },
    });
    const { qualities } = end?.type === 'completed' && end.stream.type === 'file' ? end.stream : {};
    const files = Object.values(qualities ?? {});
    expect(files.length).toBeGreaterThan(0);
    for (const { url } of files) expect(url.startsWith(`${archive.url}/download/`)).toBe(true);
    expect(archive.node.count()).toBeGreaterThan(0);
  });

  test('plays another upload when all those that people have checked have vanished', async () => {
    const [checked] = archiveItems(await ensureMedia());
    if (!checked) throw new Error('the fake archive is empty');
    const copy = { ...checked, identifier: 'night-another-upload' };
    const later = await startInternetArchive({ items: [copy] });
    const there = await startTestApp({
      INTERNET_ARCHIVE_URL: later.url,
      OPERATOR_ALLOWED_HOSTS: later.node.host,
    });
    const events = await scrape({ ...NIGHT, imdbId: 'tt0063350' }, there.url);
    expect(events.at(-1)).toMatchObject({
      type: 'completed',
      embedId: 'internet-archive-search',
      stream: { id: 'night-another-upload' },
    });
    await Promise.all([there.close(), later.close()]);
  });

  test('refuses a movie of a studio that a stranger has marked as public domain', async () => {
    const events = await scrape({ title: 'Heat', releaseYear: '1995', tmdbId: '949' });
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({
      status: 'notfound',
      reason: 'its upload was refused: a Public Domain Mark alone proves nothing',
    });
  });

  test('says that nobody has what nobody has', async () => {
    const events = await scrape(nobody());
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({ status: 'notfound' });
  });

  test.each(NO_ANSWERS)(
    'tells a failure when the archive answers with %j, and ends',
    async (mode) => {
      archive.behave(mode);
      const events = await scrape(nobody());
      expect(events.at(-1)).toEqual({ type: 'noOutput' });
      expect(endOf(events, 'internet-archive')).toMatchObject({
        status: 'failure',
        error: { name: expect.any(String), message: expect.any(String) },
      });
      await vi.waitFor(() => expect(archive.open()).toBe(0));
    },
  );

  test('never sends a stack or a place on the server', async () => {
    archive.behave('brokenJson');
    const query = new URLSearchParams({ type: 'movie', ...nobody() }).toString();
    const response = await (await fetch(`${server.url}/scrape?${query}`)).text();
    expect(response).toContain('"status":"failure"');
    expect(response).not.toMatch(/stack|node_modules|\.ts\b|\/work|file:/);
  });

  test.each([{ slowMs: 60_000 }, 'endless'] as const)(
    'drops its requests to an archive that is %j when the viewer leaves',
    async (mode) => {
      archive.behave(mode);
      const response = await open(nobody());
      await vi.waitFor(() => expect(archive.count()).toBeGreaterThan(0));
      response.destroy();
      await vi.waitFor(() => expect(archive.left()).toBe(archive.count()));
    },
  );

  test.each([
    ['as long as may be', 'x'.repeat(300)],
    ['a path', '../../etc/passwd'],
    ['a query of its own', 'a" OR identifier:*) AND title:("b'],
  ])('finds nothing for a title that is %s, and breaks nothing', async (_name, title) => {
    const events = await scrape({ ...nobody(), title });
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({ status: 'notfound' });
  });

  test('does not write the token into the log', async () => {
    await scrape({ ...nobody(), token: 'jwt|very-secret' });
    // The line comes when the answer is over, which the client may learn first.
    await vi.waitFor(() => expect(server.log.join('\n')).toContain('token='));
    expect(server.log.join('\n')).not.toContain('very-secret');
  });
});

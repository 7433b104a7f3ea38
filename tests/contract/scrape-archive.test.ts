// The relay as shipped: the real server, its fetcher and its sources, against a working and a faulty archive.
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
/** A new one each time: the relay caches failed searches for a while. */
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

function open(
  movie: Readonly<Record<string, string>>,
  base = server.url,
): Promise<IncomingMessage> {
  const query = new URLSearchParams({ type: 'movie', ...movie }).toString();
  return new Promise((resolve, reject) => {
    get(`${base}/scrape?${query}`, resolve).on('error', reject);
  });
}

/** The run's events, parsed as a client parses them. */
async function scrape(
  movie: Readonly<Record<string, string>>,
  base?: string,
): Promise<ScrapeEvent[]> {
  const response = await open(movie, base);
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
  test('finds a movie in the archive and returns addresses that work', async () => {
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

  test('plays another upload when all reviewed ones have been removed', async () => {
    const [checked] = archiveItems(await ensureMedia());
    if (!checked) throw new Error('the fake archive is empty');
    const copy = { ...checked, identifier: 'night-another-upload' };
    const later = await startInternetArchive({ items: [copy] });
    const app = await startTestApp({
      INTERNET_ARCHIVE_URL: later.url,
      OPERATOR_ALLOWED_HOSTS: later.node.host,
    });
    const events = await scrape({ ...NIGHT, imdbId: 'tt0063350' }, app.url);
    expect(events.at(-1)).toMatchObject({
      type: 'completed',
      embedId: 'internet-archive-search',
      stream: { id: 'night-another-upload' },
    });
    await Promise.all([app.close(), later.close()]);
  });

  test('refuses a studio movie that a stranger has marked as public domain', async () => {
    const events = await scrape({ title: 'Heat', releaseYear: '1995', tmdbId: '949' });
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({
      status: 'notfound',
      reason: "the upload was rejected: a Public Domain Mark alone isn't proof",
    });
  });

  test('reports that no source has the title', async () => {
    const events = await scrape(nobody());
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({ status: 'notfound' });
  });

  test.each(NO_ANSWERS)(
    'reports a failure when the archive answers with %j, and ends',
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

  test('never sends a stack trace or a path on the server', async () => {
    archive.behave('brokenJson');
    const query = new URLSearchParams({ type: 'movie', ...nobody() }).toString();
    const response = await (await fetch(`${server.url}/scrape?${query}`)).text();
    expect(response).toContain('"status":"failure"');
    expect(response).not.toMatch(/stack|node_modules|\.ts\b|\/work|file:/);
  });

  test.each([{ slowMs: 60_000 }, 'endless'] as const)(
    'aborts its requests to an archive that is %j when the viewer leaves',
    async (mode) => {
      archive.behave(mode);
      const response = await open(nobody());
      await vi.waitFor(() => expect(archive.count()).toBeGreaterThan(0));
      response.destroy();
      await vi.waitFor(() => expect(archive.left()).toBe(archive.count()));
    },
  );

  test.each([
    ['of maximum length', 'x'.repeat(300)],
    ['a path', '../../etc/passwd'],
    ['with a query of its own', 'a" OR identifier:*) AND title:("b'],
  ])('finds nothing for a title that is %s, and does not fail', async (_name, title) => {
    const events = await scrape({ ...nobody(), title });
    expect(events.at(-1)).toEqual({ type: 'noOutput' });
    expect(endOf(events, 'internet-archive')).toMatchObject({ status: 'notfound' });
  });

  test('does not write the token into the log', async () => {
    await scrape({ ...nobody(), token: 'jwt|very-secret' });
    // The line is written when the response is over, which the client may notice first.
    await vi.waitFor(() => expect(server.log.join('\n')).toContain('token='));
    expect(server.log.join('\n')).not.toContain('very-secret');
  });
});

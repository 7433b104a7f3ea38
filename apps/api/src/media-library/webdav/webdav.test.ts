import { NotFoundError } from '@matinee/sources/source';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createDestination } from '#proxy/destination.ts';
import { createHttpClient, type HttpClient } from '#proxy/http-client.ts';
import {
  listed,
  multistatus,
  startWebdav,
  WEBDAV_PASSWORD,
  WEBDAV_USER,
  type FakeWebdavOptions,
} from '../../../../../tests/support/fakes/webdav.ts';
import type { Fake } from '../../../../../tests/support/fakes/http.ts';
import { createScannedLibrary } from '#media-library/folder/folder-library.ts';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createWebdav } from './webdav.ts';

const { signal } = new AbortController();
const FILES = {
  'Night (1968)/Night (1968) - 1080p.mp4': 'film',
  'Night (1968)/Night (1968) - 1080p.en.srt': 'Hello',
  'Night (1968)/movie.nfo':
    '<movie><title>Night</title><uniqueid type="tmdb">10331</uniqueid></movie>',
  'Käse & 50% (1999).mp4': 'odd',
};
const night = { type: 'movie' as const, title: 'Night', releaseYear: 1968, tmdbId: '10331' };

let fake: Fake;
let upstream: HttpClient;
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean();
});

async function share(options: Partial<FakeWebdavOptions> = {}, password = WEBDAV_PASSWORD) {
  fake = await startWebdav({ files: { ...FILES }, ...options });
  upstream = createHttpClient(createDestination({ exempt: [fake.host] }));
  cleanUps.push(fake.close, upstream.close);
  const url = `${fake.url}/dav/films`;
  return createWebdav({ url, user: WEBDAV_USER, password, upstream, userAgent: 'test' });
}

async function library(options: Partial<FakeWebdavOptions> = {}, limits?: { depth: number }) {
  const messages: string[] = [];
  const note = (message: string) => void messages.push(message);
  const made = createScannedLibrary({
    transcoder: createTranscoder(async () => NO_FFMPEG),
    store: await share(options),
    prefix: 'library:test/',
    log: { info: note, warn: note },
    limits: { videos: 100, folders: 50, depth: 10, ...limits },
  });
  cleanUps.push(made.start());
  await made.refresh();
  return { ...made, messages };
}

test.each(['apache', 'nextcloud', 'bare'] as const)(
  'movies on a share in the dialect of %s are found and played',
  async (dialect) => {
    const from = await library({ dialect });
    const [video] = from.find({ ...night, title: 'Whatever' });
    expect(video).toMatchObject({ height: 1080, captions: [{ language: 'en' }] });
    const reply = await from.open(video?.url ?? '', { method: 'GET', headers: {}, signal });
    expect([reply.status, await text(reply.body)]).toEqual([200, 'film']);
    const [odd] = from.find({ ...night, title: 'Käse & 50%', releaseYear: 1999, tmdbId: '5' });
    const other = await from.open(odd?.url ?? '', { method: 'GET', headers: {}, signal });
    expect(await text(other.body)).toBe('odd');
    expect(`${JSON.stringify(reply.headers)}${reply.finalUrl}`).not.toContain('Night');
  },
);

test('a refused password is reported as such', async () => {
  const store = await share({}, 'wrong');
  await expect(store.list('', signal)).rejects.toThrow(/wrong username or password/);
});

test('removed files are gone from lists and give no stream', async () => {
  const store = await share();
  await expect(store.list('Nowhere', signal)).rejects.toBeInstanceOf(NotFoundError);
  const requested = store.open('Nowhere.mp4', { method: 'GET', headers: {}, signal });
  await expect(requested).rejects.toBeInstanceOf(NotFoundError);
});

test.each([
  ['truncated', /cut off|closed|terminated|aborted/],
  ['html', /status 200/],
  ['gigantic', /status 200/],
  ['endless', /status 200/],
  ['redirectsToItself', /redirected too many times/],
  [{ redirectsTo: 'http://127.0.0.1:1/dav/' }, /./],
  [{ redirectsTo: 'http://169.254.169.254/' }, /./],
  ['down', /./],
] as const)(
  'a server that is %j gives no list, and does not keep the reader busy',
  async (mode, message) => {
    const store = await share();
    fake.behave(mode);
    await expect(store.list('', signal)).rejects.toThrow(message);
    await vi.waitFor(() => expect(fake.open()).toBe(0));
  },
);

test('a request to a silent server ends at once when the library stops', async () => {
  const store = await share();
  fake.behave({ slowMs: 60_000 });
  const leaving = new AbortController();
  const requested = store.list('', leaving.signal);
  await vi.waitFor(() => expect(fake.open()).toBe(1));
  leaving.abort();
  await expect(requested).rejects.toThrow();
  await vi.waitFor(() => expect(fake.open()).toBe(0));
});

test.each([
  ['cut off in the middle', '<D:multistatus xmlns:D="DAV:"><D:response><D:href>/dav/films/a.mp4'],
  ['another document', '<html><body>207</body></html>'],
  ['endless', `<D:multistatus xmlns:D="DAV:">${' '.repeat(17 * 1024 * 1024)}`],
  ['endlessly nested', `<D:multistatus xmlns:D="DAV:">${'<D:prop>'.repeat(1_000_000)}`],
])('a list that is %s is not a list', async (_, body) => {
  const store = await share({ instead: () => ({ status: 207, body }) });
  await expect(store.list('', signal)).rejects.toThrow(/list/);
});

test('entries outside the server’s folder are ignored', async () => {
  const hrefs = [
    '/dav/films/ok.mp4',
    '/dav/films/../secret.mp4',
    '/dav/films/%2e%2e/secret.mp4',
    '/dav/films/..%2f..%2fsecret.mp4',
    '/dav/films/a/b.mp4',
    '/etc/passwd',
    'http://169.254.169.254/dav/films/x.mp4',
    'file:///dav/films/y.mp4',
    '/dav/films/%zz.mp4',
    '/dav/films/%00.mp4',
  ];
  const rows = hrefs.map((href) => `<D:response><D:href>${href}</D:href></D:response>`);
  const store = await share({ instead: () => multistatus(rows) });
  expect(await store.list('', signal)).toEqual([{ name: 'ok.mp4', kind: 'file' }]);
});

test('custom entities are not expanded', async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "/dav/films/"><!ENTITY y "&x;&x;">]>' +
    '<multistatus xmlns="DAV:"><response><href>&y;</href></response></multistatus>';
  const store = await share({ instead: () => ({ status: 207, body: bomb }) });
  expect(await store.list('', signal)).toEqual([{ name: '&y;', kind: 'file' }]);
});

test('endless folders are read to the allowed depth', async () => {
  const from = await library(
    {
      instead: ({ method }, path) =>
        method === 'PROPFIND'
          ? multistatus([
              listed('apache', { path: `${path ? `${path}/` : ''}x1/`, isFolder: true }),
            ])
          : undefined,
    },
    { depth: 4 },
  );
  expect(from.counts().folders).toBe(5);
});

test('a share that is down for a while loses nothing', async () => {
  const from = await library();
  fake.behave('error');
  await from.refresh();
  expect(from.find(night)).toHaveLength(1);
  expect(from.messages.join()).toMatch(/can.t be read: the root \(it responded with status 500\)/);
});

test('files removed from the share are gone after the next scan', async () => {
  const files: Record<string, string> = { ...FILES };
  const from = await library({ files });
  for (const path of Object.keys(files)) if (path.startsWith('Night')) delete files[path];
  await from.refresh();
  expect(from.find(night)).toEqual([]);
  expect(from.counts().videos).toBe(1);
});

test('notes are fetched again only when they have changed', async () => {
  const files: Record<string, string> = { ...FILES };
  const from = await library({ files });
  const fetched = () => fake.requests.filter(({ url }) => url.pathname.endsWith('.nfo')).length;
  await from.refresh();
  expect(fetched()).toBe(1);
  files['Night (1968)/movie.nfo'] = '<movie><uniqueid type="tmdb">4711</uniqueid></movie>';
  await from.refresh();
  expect(fetched()).toBe(2);
  expect(from.find({ ...night, title: 'Whatever', tmdbId: '4711' })).toHaveLength(1);
});

import type { ScrapeMedia } from '@matinee/shared/media/media';
import { NotFoundError } from '@matinee/sources/source';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SKIP_REASONS } from './skip-reasons.ts';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createDisk } from './disk.ts';
import type { FileStore } from './file-store.ts';
import { createScannedLibrary, type ScannedLibrary } from './folder-library.ts';

const { signal } = new AbortController();
const movie = (title: string, releaseYear: number, tmdbId = '1') => ({
  type: 'movie' as const,
  title,
  releaseYear,
  tmdbId,
});
const episode = (title: string, season: number, number: number) => ({
  type: 'show' as const,
  title,
  releaseYear: 1951,
  tmdbId: '2',
  season: { number: season, tmdbId: '3' },
  episode: { number, tmdbId: '4' },
});

let top = '';
let root = '';
let stop: (() => Promise<void>) | undefined;
let scanned = Promise.withResolvers<void>();
const messages: string[] = [];

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'matinee-folder-'));
  root = join(top, 'films');
  await mkdir(root);
  messages.length = 0;
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await rm(top, { recursive: true });
});

async function put(path: string, content = 'film'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Resolves after the first complete scan. */
async function opened(store: FileStore = createDisk(root)): Promise<ScannedLibrary> {
  const log = (message: string) => void messages.push(message);
  const library = createScannedLibrary({
    store,
    prefix: 'library:test/',
    settleMs: 5,
    transcoder: createTranscoder(async () => NO_FFMPEG),
    log: { info: log, warn: log },
    onScanned: () => {
      scanned.resolve();
      scanned = Promise.withResolvers();
    },
  });
  stop = library.start();
  await library.refresh();
  return library;
}

/** Checks the condition on every event of the library until it is true. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await scanned.promise;
}

async function body(from: ScannedLibrary, url: string, headers = {}): Promise<string> {
  const response = await from.open(url, { method: 'GET', headers, signal });
  return await text(response.body);
}

describe('a folder', () => {
  test('is searched by title, id and episode number', async () => {
    await put('Night (1968) [tmdbid-10331]/Night (1968) - 1080p.mp4');
    await put('Night (1968) [tmdbid-10331]/Night (1968) - 720p.mp4');
    await put('Dragnet (1951)/Season 01/Dragnet S01E03.mp4', 'third');
    await put('Dragnet (1951)/Specials/S00E01 - Behind the badge.mp4', 'special');
    const from = await opened();
    expect(from.find(movie('Another title', 1968, '10331')).map(({ height }) => height)).toEqual([
      1080, 720,
    ]);
    expect(from.find(movie('Night', 1968))).toHaveLength(2);
    const [third] = from.find(episode('Dragnet', 1, 3));
    expect(await body(from, third?.url ?? '')).toBe('third');
    expect(from.find(episode('Dragnet', 0, 1))).toHaveLength(1);
    expect(from.find(episode('Dragnet', 1, 4))).toEqual([]);
    expect(from.isComplete()).toBe(true);
  });

  test('gives addresses that do not reveal paths, and opens no others', async () => {
    await put('Night (1968).mp4');
    await writeFile(join(top, 'secret.mp4'), 'secret');
    const from = await opened();
    const url = from.find(movie('Night', 1968))[0]?.url ?? '';
    expect(url).toMatch(/^library:test\/[\w-]{32}\.mp4$/);
    for (const other of [
      'library:test/Night (1968).mp4',
      'library:test/../secret.mp4',
      'library:test/%2e%2e/secret.mp4',
      `${url}/../secret.mp4`,
      '/etc/passwd',
      '__proto__',
    ]) {
      await expect(body(from, other)).rejects.toBeInstanceOf(NotFoundError);
    }
  });

  test('leaves out links that lead outside, and reports them', async () => {
    await put('Night (1968).mp4');
    await mkdir(join(top, 'elsewhere'));
    await writeFile(join(top, 'elsewhere', 'Secret (1999).mp4'), 'secret');
    await symlink(join(top, 'elsewhere'), join(root, 'elsewhere'));
    await symlink(join(top, 'elsewhere', 'Secret (1999).mp4'), join(root, 'Secret (1999).mp4'));
    await symlink(join(root, 'Night (1968).mp4'), join(root, 'Nacht (1968).mp4'));
    await symlink(root, join(root, 'ring'));
    const from = await opened();
    expect(from.find(movie('Secret', 1999))).toEqual([]);
    expect(from.find(movie('Nacht', 1968))).toHaveLength(1);
    expect(from.counts()).toMatchObject({ videos: 2, folders: 1 });
    expect(
      from
        .skipped()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['Secret (1999).mp4', 'elsewhere']);
  });

  test('leaves out what the server may not read, and logs it', async () => {
    await put('Night (1968).mp4');
    await put('Locked (1972).mp4');
    // Tests may run as root, which can read everything.
    const isReadable = async (path: string) => !path.startsWith('Locked');
    const from = await opened({ ...createDisk(root), isReadable });
    expect(from.find(movie('Locked', 1972))).toEqual([]);
    expect(from.findUnplayable(movie('Locked', 1972))).toMatchObject([
      { cause: { code: 'unreadableFile' } },
    ]);
    expect(from.find(movie('Night', 1968))).toHaveLength(1);
    expect(messages.join()).toMatch(
      /1 video in .*\n.*1 not offered: .*EACCES.*Locked \(1972\)\.mp4/,
    );
  });

  test('opens nothing outside either when a movie becomes a link after it was found', async () => {
    await put('Night/Night (1968).mp4');
    await writeFile(join(top, 'Night (1968).mp4'), 'secret');
    const from = await opened();
    const url = from.find(movie('Night', 1968))[0]?.url ?? '';
    await rm(join(root, 'Night'), { recursive: true });
    await symlink(top, join(root, 'Night'));
    await expect(body(from, url)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('no longer has a movie that was removed', async () => {
    await put('Night (1968).mp4');
    const from = await opened();
    const url = from.find(movie('Night', 1968))[0]?.url ?? '';
    await rm(join(root, 'Night (1968).mp4'));
    await expect(body(from, url)).rejects.toBeInstanceOf(NotFoundError);
    await until(() => from.find(movie('Night', 1968)).length === 0);
    expect(from.counts().videos).toBe(0);
  });

  test('is watched: added, moved and removed files are found where they are', async () => {
    const from = await opened();
    await put('Night (1968).mp4');
    await until(() => from.find(movie('Night', 1968)).length === 1);
    await put('Series/Dragnet (1951)/Season 1/S01E01.mp4');
    await until(() => from.find(episode('Dragnet', 1, 1)).length === 1);
    await put('Series/Dragnet (1951)/Season 1/S01E02.mp4', 'second');
    await until(() => from.find(episode('Dragnet', 1, 2)).length === 1);
    await rename(join(root, 'Series/Dragnet (1951)'), join(root, 'Series/Dragonet (1951)'));
    await until(() => from.find(episode('Dragonet', 1, 2)).length === 1);
    expect(from.find(episode('Dragnet', 1, 2))).toEqual([]);
    await rm(join(root, 'Series'), { recursive: true });
    await until(() => from.counts().videos === 1);
  });

  test('rereads notes when they are rewritten, for everything below them', async () => {
    await put('Show/Season 1/S01E01.mp4');
    const from = await opened();
    await put('Show/tvshow.nfo', '<tvshow><title>Dragnet</title><tmdbid>2</tmdbid></tvshow>');
    await until(() => from.find(episode('Anything', 1, 1)).length === 1);
    await put('Show/tvshow.nfo', '<tvshow><title>Dragnet</title><tmdbid>99</tmdbid></tvshow>');
    await until(() => from.find(episode('Anything', 1, 1)).length === 0);
  });

  test('finds files that no browser plays by title, notes and number, until they are removed', async () => {
    await put('Night (1968).iso');
    await put('Reel.iso');
    await put('Reel.nfo', '<movie><title>Reel</title><tmdbid>77</tmdbid></movie>');
    await put('Dragnet (1951)/Season 1/S01E02.iso');
    await put('Night (1968)-trailer.iso');
    const from = await opened();
    const causes = (media: ScrapeMedia) =>
      from.findUnplayable(media).map(({ cause: { code, format } }) => `${code}: ${format}`);
    expect(causes(movie('Night', 1968))).toEqual(['unplayableFile: ISO (.iso)']);
    expect(causes({ ...movie('Anything', 1999), tmdbId: '77' })).toEqual([
      'unplayableFile: ISO (.iso)',
    ]);
    expect(causes(episode('Dragnet', 1, 2))).toEqual(['unplayableFile: ISO (.iso)']);
    expect(from.counts().videos).toBe(0);
    await rm(join(root, 'Night (1968).iso'));
    await until(() => from.findUnplayable(movie('Night', 1968)).length === 0);
  });

  test('tells the operator which files cannot be played, and why', async () => {
    await put('Night (1968).iso');
    await put('Phone (2009).ISO');
    await put('Day (1985)/Day (1985)-cd1.mp4');
    await put('Day (1985)/Day (1985)-trailer.mp4');
    await put('Show 1959-01-20.mp4');
    await put('Film/VIDEO_TS/VTS_01_1.VOB');
    await put('.hidden/Film (1999).mp4');
    await put('Kept out/.ignore');
    await put('Kept out/Film (1999).mp4');
    const from = await opened();
    expect(from.counts().videos).toBe(0);
    expect(
      from
        .skipped()
        .map(({ path, reason }) => `${path}: ${SKIP_REASONS[reason]}`)
        .toSorted(),
    ).toEqual([
      "Day (1985)/Day (1985)-cd1.mp4: it's one part of a movie, and only whole movies can be played",
      'Film/VIDEO_TS: a disc copy needs a media server',
      "Night (1968).iso: browsers don't play disc images; convert it to mp4 or use a media server",
      "Phone (2009).ISO: browsers don't play disc images; convert it to mp4 or use a media server",
      'Show 1959-01-20.mp4: its name has an air date instead of an episode number',
    ]);
    expect(messages.join()).toContain("2 not offered: browsers don't play disc images");
  });

  test('lists subfolders that it may not read, until it may', async () => {
    await put('Day (1985)/Day (1985).mp4');
    await put('Night (1968)/Night (1968).mp4');
    const disk = createDisk(root);
    let isDenied = true;
    const from = await opened({
      ...disk,
      list: (folder, ...rest) =>
        isDenied && folder === 'Day (1985)'
          ? Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' }))
          : disk.list(folder, ...rest),
    });
    expect(from.skipped()).toEqual([{ path: 'Day (1985)', reason: 'unreadable' }]);
    expect(messages.join()).toContain("1 folder can't be read: Day (1985)");
    isDenied = false;
    await from.refresh();
    expect(from.skipped()).toEqual([]);
    expect(from.find(movie('Day', 1985))).toHaveLength(1);
  });

  test('that is missing is checked for again', async () => {
    await rm(root, { recursive: true });
    const from = await opened();
    expect(messages.join()).toContain("can't be read");
    await put('Night (1968).mp4');
    await from.refresh();
    expect(from.find(movie('Night', 1968))).toHaveLength(1);
  });

  test('has captions beside its movies, as WebVTT in UTF-8 whatever their format', async () => {
    const srt = (words: string) => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
    const name = 'Night (1968)/Night (1968) - 1080p';
    await put(`${name}.mp4`);
    await put(`${name}.de.srt`, srt('Grüße'));
    await put(`${name}.eng.forced.srt`, 'no subtitles');
    await put(
      `${name}.it.ass`,
      '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,Ciao\n',
    );
    await put(`${name}.es.sub`, '{1}{1}25\n{25}{50}Hola\n');
    await put(`${name}.nl.sbv`, '0:00:01.000,0:00:02.000\nHallo\n');
    await put(`${name}.ja.lrc`, '[00:01.00]Uta\n[00:02.00]\n');
    await put(`${name}.sv.sup`, 'PG pictures');
    // Image subtitles.
    await put(`${name}.pt.sub`, '\0\0\x01\xba');
    await put(`${name}.pt.IDX`, '# VobSub index file, v7');
    await put('Night (1968)/Subs/2_English.srt');
    const latin = Buffer.from(srt('Cela est déjà là, très près'), 'latin1');
    await writeFile(join(root, `${name}.fr.sdh.srt`), latin);
    await put('Night (1968)/Nightmare (1968).srt');
    const from = await opened();
    const captions = from.find(movie('Night', 1968))[0]?.captions ?? [];
    const reported = captions
      .map((it) => [it.language, it.isForced, it.isHearingImpaired, it.isImage])
      .toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
    expect(reported).toEqual([
      ['de', false, false, false],
      ['en', false, false, false],
      ['en', true, false, false],
      ['es', false, false, false],
      ['fr', false, true, false],
      ['it', false, false, false],
      ['ja', false, false, false],
      ['nl', false, false, false],
      ['sv', false, false, true],
    ]);
    const wordsIn = async (language: string) =>
      await body(from, captions.find((it) => it.language === language)?.url ?? '');
    const vtt = (words: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${words}\n`;
    expect(await wordsIn('de')).toBe(vtt('Grüße'));
    expect(await wordsIn('fr')).toContain('déjà là, très près');
    expect(await wordsIn('it')).toBe(vtt('Ciao'));
    const italian = captions.find((it) => it.language === 'it');
    expect(await body(from, italian?.original ?? '')).toMatch(/^\[Events\]/);
    expect(await wordsIn('es')).toBe(vtt('Hola'));
    expect(await wordsIn('nl')).toBe(vtt('Hallo'));
    expect(await wordsIn('ja')).toBe(vtt('Uta'));
    expect(await wordsIn('sv')).toBe('PG pictures');
    const forced = captions.find(({ isForced }) => isForced);
    await expect(body(from, forced?.url ?? '')).rejects.toThrow("couldn't be read");
  });
});

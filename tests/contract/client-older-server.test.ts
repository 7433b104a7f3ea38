// The client's own code on recorded responses of servers of earlier generations.
import { generatePassphrase } from '@matinee/shared/identity/passphrase';
import { afterEach, expect, describe, test, vi } from 'vitest';
import { createDevice } from '../support/client.ts';
import { startOlderServer, type Generation } from '../support/fakes/older-server.ts';

afterEach(() => vi.unstubAllGlobals());

const open = async (generation: Generation) => {
  const server = await startOlderServer(generation);
  const code = await createDevice(server.url).reload();
  const signedIn = await code.signIn({ passphrase: generatePassphrase(), deviceName: 'TV' });
  expect(signedIn).toEqual({ is: 'signedIn' });
  return { server, code };
};
const movie = (tmdbId: string) => ({ tmdbId, type: 'movie' as const, title: `Film ${tmdbId}` });

describe.each(['original', 'p-stream'] as const)(
  'a movie-web server of the kind %s',
  (generation) => {
    test('accepts a login, and its library is read', async () => {
      const { server, code } = await open(generation);
      expect(await code.pullAccount()).toMatchObject({ is: 'synced', newsAt: undefined });
      expect(code.bookmarksStore.getState().bookmarks).toMatchObject({
        603: { title: 'The Matrix', type: 'movie', year: 1999 },
      });
      expect(code.progressStore.getState().items).toMatchObject({
        603: { type: 'movie', progress: { watched: 500, duration: 8160 } },
        1396: { type: 'show', episodes: { 62085: { number: 1, seasonId: '3572' } } },
      });
      expect(code.themeStore.getState().theme).toBe('blue');
      expect(code.languageStore.getState().language).toBe('fr');
      expect(Object.keys(code.historyStore.getState().items)).toEqual(
        generation === 'original' ? [] : ['603/'],
      );
      await server.close();
    });

    test('gets changes one by one, and an existing item is not a failure', async () => {
      const { server, code } = await open(generation);
      await code.pullAccount();
      server.forget();
      code.saveBookmark(movie('5'));
      code.saveBookmark(movie('603'));
      code.removeProgress('603');
      const meta = { type: 'movie' as const, title: 'Film 6', releaseYear: 1968, tmdbId: '6' };
      code.saveProgress(meta, { watched: 100, duration: 5760 }, Date.now());
      expect(await code.flushChanges()).toBe(true);
      expect([code.pendingCount(), code.flushStore.getState().failure]).toEqual([0, undefined]);
      const requested = server.requests.map(({ method, url }) => `${method} ${url.pathname}`);
      expect(requested.filter((one) => one.includes('/changes'))).toEqual([]);
      expect(requested.map((one) => one.replace(/users\/[^/]+/, 'me'))).toEqual(
        expect.arrayContaining([
          'POST /me/bookmarks/5',
          'POST /me/bookmarks/603',
          'DELETE /me/progress/603',
          'PUT /me/progress/6',
        ]),
      );
      expect(
        JSON.parse(server.requests.find(({ method }) => method === 'PUT')?.body ?? ''),
      ).toMatchObject({
        tmdbId: '6',
        watched: 100,
        duration: 5760,
        meta: { type: 'movie', year: 1968 },
      });
      await server.close();
    });

    test('gets three thousand changes at once in a few requests', async () => {
      const { server, code } = await open(generation);
      await code.pullAccount();
      const bookmarks = Object.fromEntries(
        Array.from({ length: 3_000 }, (_, at) => [
          String(at),
          { title: `Film ${at}`, type: 'movie', updatedAt: 1_700_000_000_000 + at },
        ]),
      );
      const own = { format: 'matinee-library', version: 1 };
      const file = { ...own, bookmarks: { bookmarks }, progress: { items: {} } };
      const read = code.readLibraryFile(JSON.stringify(file));
      expect(read).toMatchObject({ bookmarks: 2_999 });
      server.forget();
      expect(await code.flushChanges()).toBe(true);
      expect(code.pendingCount()).toBe(0);
      expect(server.count()).toBeLessThanOrEqual(20);
      await server.close();
    });
  },
);

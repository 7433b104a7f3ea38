import { describe, expect, test } from 'vitest';
import { fakeContext, jsonResponse } from '#testing/fake-context.ts';
import { addressOn, fetchFromServer, credentials, type MediaServer } from './media-server.ts';

const server: MediaServer = {
  product: 'jellyfin',
  base: 'http://attic.test:8096/jellyfin',
  apiKey: 'a "key"',
};

describe('an address on the server', () => {
  test.each([
    ['/videos/1/master.m3u8?x=1', 'http://attic.test:8096/jellyfin/videos/1/master.m3u8?x=1'],
    ['/jellyfin/videos/1/a.m3u8', 'http://attic.test:8096/jellyfin/videos/1/a.m3u8'],
    ['http://attic.test:8096/videos/1', 'http://attic.test:8096/videos/1'],
    ['//evil.test/x', 'http://attic.test:8096/jellyfin//evil.test/x'],
  ])('%s', (path, address) => expect(addressOn(server, path)).toBe(address));

  test.each([
    'http://evil.test/x',
    'https://attic.test:8096/x',
    'http://attic.test/x',
    'http://user:word@attic.test:8096/x',
    'file:///etc/passwd',
    '@evil.test/x',
    'videos/1',
    '',
  ])('is not %s', (path) => expect(addressOn(server, path)).toBeUndefined());
});

test('the key is encoded so that nothing in it ends its quotation', () => {
  expect(credentials(server)['authorization']).toMatch(/^MediaBrowser .*Token="a%20%22key%22"$/);
  expect(credentials({ ...server, product: 'emby' })).toEqual({ 'x-emby-token': 'a "key"' });
});

describe('a request', () => {
  test('sends the key in a header and never in the address', async () => {
    const context = fakeContext(() => jsonResponse({}));
    await fetchFromServer(context.fetch, server, '/Items', { query: { limit: 1 }, body: { a: 1 } });
    const [requested] = context.requests;
    expect(requested?.url).toBe('http://attic.test:8096/jellyfin/Items');
    expect(requested?.options).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      query: { limit: 1 },
    });
  });

  test.each([401, 403])('with a key that is answered with %i reports that', async (status) => {
    const context = fakeContext(() => ({ status }));
    await expect(fetchFromServer(context.fetch, server, '/Items')).rejects.toThrow(
      'Jellyfin rejected the API key',
    );
  });

  test('for a missing item has no result', async () => {
    const context = fakeContext(() => ({ status: 404, body: 'Series not found' }));
    expect(await fetchFromServer(context.fetch, server, '/Shows/1/Episodes')).toBeUndefined();
  });
});

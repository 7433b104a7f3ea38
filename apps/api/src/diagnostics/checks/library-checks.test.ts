import { expect, test } from 'vitest';
import { libraryChecks, type LibraryCheckOptions } from './library-checks.ts';

async function codeOf(config: Partial<LibraryCheckOptions['config']>): Promise<string | undefined> {
  const [library] = libraryChecks({
    config: {
      MEDIA_FOLDERS: [],
      WEBDAV_URL: undefined,
      JELLYFIN_URL: undefined,
      EMBY_URL: undefined,
      STREAM_RELAY: 'own',
      TRANSCODE: 'off',
      ...config,
    },
    titles: { ownSources: () => [], scannedAt: () => undefined },
    isComplete: () => true,
    countSkipped: () => 0,
    findFfmpeg: () => Promise.reject(new Error('not installed')),
    now: Date.now,
  });
  return (await library?.run(new AbortController().signal))?.code;
}

test('own sources that only lack the stream relay are not said to be unset', async () => {
  expect(await codeOf({})).toBe('libraryOff');
  expect(await codeOf({ STREAM_RELAY: 'off' })).toBe('libraryOff');
  expect(await codeOf({ STREAM_RELAY: 'off', MEDIA_FOLDERS: ['/films'] })).toBe('streamRelayOff');
  const url = 'http://emby.example.org';
  expect(await codeOf({ STREAM_RELAY: 'off', EMBY_URL: url })).toBe('streamRelayOff');
});

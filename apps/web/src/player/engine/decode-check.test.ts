// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { checkDecoding } from './decode-check.ts';
import type { Undecoded } from './decode-check.ts';
import type { Mp4Track } from './mp4-tracks.ts';

afterEach(() => void vi.restoreAllMocks());

const hevc: Mp4Track = { kind: 'video', format: 'hvc1' };
const h264: Mp4Track = { kind: 'video', format: 'avc1' };
const ac3: Mp4Track = { kind: 'audio', format: 'ac-3' };
const aac: Mp4Track = { kind: 'audio', format: 'mp4a' };

interface Scene {
  readonly tracks?: readonly Mp4Track[] | undefined;
  readonly width?: number;
  readonly element?: object;
}

async function play({ tracks, width = 1280, element = {} }: Scene, seconds = 3) {
  const { video, dispatch } = fakeVideo();
  for (const [name, value] of Object.entries({
    videoWidth: width,
    audioTracks: undefined,
    ...element,
  })) {
    Object.defineProperty(video, name, { value });
  }
  vi.spyOn(video, 'canPlayType').mockReturnValue('');
  const readTracks = vi.fn<() => Promise<readonly Mp4Track[] | undefined>>(async () => tracks);
  const onUndecoded = vi.fn<(undecoded: Undecoded) => void>();
  checkDecoding(video, { signal: new AbortController().signal, readTracks, onUndecoded });
  for (let at = 0; at <= seconds; at += 0.5) {
    dispatch('timeupdate', { currentTime: at, paused: false, readyState: 4 });
  }
  await Promise.resolve();
  await Promise.resolve();
  return { onUndecoded, readTracks };
}

const counted = (bytes: number) => ({ webkitAudioDecodedByteCount: bytes });

test('an unsupported video codec is named', async () => {
  const { onUndecoded } = await play({ tracks: [hevc, aac], width: 0 });
  expect(onUndecoded).toHaveBeenCalledExactlyOnceWith({ part: 'video', codec: 'HEVC' });
});

test('video that is not decoded counts as missing video', async () => {
  const element = {
    webkitDecodedFrameCount: 0,
    getVideoPlaybackQuality: () => ({ totalVideoFrames: 0 }),
  };
  const { onUndecoded } = await play({ tracks: [h264], element });
  expect(onUndecoded).toHaveBeenCalledExactlyOnceWith({ part: 'video', codec: 'H.264' });
});

test.each([
  ['Chromium', counted(0)],
  ['Firefox', { mozHasAudio: false }],
  ['Safari', { audioTracks: { length: 0 } }],
])('an unsupported audio codec is named in %s', async (_browser, element) => {
  const { onUndecoded } = await play({ tracks: [h264, ac3], element });
  expect(onUndecoded).toHaveBeenCalledExactlyOnceWith({ part: 'audio', codec: 'AC-3' });
});

describe('nothing is reported', () => {
  test.each<[string, Scene]>([
    ['of a movie that is silent by design', { tracks: [h264], element: counted(0) }],
    ['with audio that starts later', { tracks: [h264, aac], element: counted(0) }],
    [
      'with one unsupported audio track among others',
      { tracks: [h264, ac3, aac], element: counted(0) },
    ],
    ['of a recording without video', { tracks: [aac], width: 0 }],
    ['of a file that the page may not read', { tracks: undefined, width: 0 }],
  ])('%s', async (_what, scene) => {
    expect((await play(scene)).onUndecoded).not.toHaveBeenCalled();
  });

  test('if all is well, and nothing is fetched', async () => {
    const { readTracks } = await play({ tracks: [h264, aac], element: counted(5_000) });
    expect(readTracks).not.toHaveBeenCalled();
  });

  test('where the browser has no frame counters', async () => {
    expect((await play({ tracks: [h264, ac3] })).readTracks).not.toHaveBeenCalled();
  });

  test('in a hidden tab', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    expect((await play({ tracks: [hevc], width: 0 })).readTracks).not.toHaveBeenCalled();
  });

  test('before two seconds', async () => {
    expect((await play({ tracks: [hevc], width: 0 }, 1.5)).readTracks).not.toHaveBeenCalled();
  });
});

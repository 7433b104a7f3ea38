// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { fakeVideo } from '../../testing/fake-video.ts';
import type { MediaState } from '../engine.ts';
import { followBitRate } from './bit-rate.ts';

function setUp() {
  const { video, dispatch } = fakeVideo();
  const life = new AbortController();
  const report = vi.fn<(patch: Partial<MediaState>) => void>();
  followBitRate(video, { signal: life.signal, report });
  let from = 0;
  /** Plays for some seconds, with this many bytes per second. */
  const play = (seconds: number, { picture, sound }: Record<'picture' | 'sound', number>) => {
    for (let second = 0; second <= seconds; second += 1) {
      Object.assign(video, {
        webkitVideoDecodedByteCount: (from + second) * picture,
        webkitAudioDecodedByteCount: (from + second) * sound,
      });
      dispatch('timeupdate', { currentTime: from + second });
    }
    from += seconds;
  };
  return { video, dispatch, life, report, play };
}

test('the bit rate is what was decoded for each second that played', () => {
  const { report, play, dispatch } = setUp();
  play(4, { picture: 200_000, sound: 50_000 });
  expect(report).not.toHaveBeenCalled();
  play(1, { picture: 200_000, sound: 50_000 });
  expect(report).toHaveBeenLastCalledWith({ bitRate: 2_000_000 });
  // A seek is neither played nor decoded.
  dispatch('timeupdate', { currentTime: 3_000 });
  dispatch('timeupdate', { currentTime: 3_001 });
  expect(report).toHaveBeenCalledOnce();
});

test('browsers that count no bytes report none', () => {
  const { report, dispatch } = setUp();
  for (let second = 0; second < 20; second += 1) dispatch('timeupdate', { currentTime: second });
  expect(report).not.toHaveBeenCalled();
});

test('a removed source reports nothing', () => {
  const { report, play, life } = setUp();
  life.abort();
  play(20, { picture: 1, sound: 1 });
  expect(report).not.toHaveBeenCalled();
});

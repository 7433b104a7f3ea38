// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createPlayer } from '../player.ts';
import { playing } from '../testing/playing.ts';
import { runningState } from '../testing/running-state.ts';
import { canSetVolume, volumeLevel } from './volume.ts';

describe('volume', () => {
  test('stays between 0 and 1', () => {
    const { player, state } = playing();
    player.setVolume(7);
    expect(state().media).toMatchObject({ volume: 1, muted: false });
    player.setVolume(-1);
    expect(state().media).toMatchObject({ volume: 0, muted: true });
    player.setVolume(Number.NaN);
    expect(state().media.volume).toBe(0);
  });

  test('mute and unmute restore it', () => {
    const { player, state } = playing();
    player.setVolume(0.3);
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: true });
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: false });
  });

  test('unmuting after 0 restores the last audible volume', () => {
    const { player, state } = playing();
    player.setVolume(0.3);
    player.setVolume(0);
    player.toggleMute();
    expect(state().media).toMatchObject({ volume: 0.3, muted: false });
  });

  test('a step up from mute starts at 0', () => {
    const { player, state } = playing();
    player.toggleMute();
    player.changeVolumeBy(0.15);
    expect(state().media).toMatchObject({ volume: 0.15, muted: false });
  });

  test('is stored until there is an engine', () => {
    const player = createPlayer({ volume: 0 });
    expect(player.store.getState().media).toMatchObject({ volume: 0, muted: true });
    player.setVolume(0.5);
    player.setRate(2);
    expect(player.store.getState().media).toMatchObject({ volume: 0.5, muted: false, rate: 2 });
  });
});

test.each([
  [{ volume: 0.33, muted: true }, 'off'],
  [{ volume: 0 }, 'off'],
  [{ volume: 0.33 }, 'low'],
  [{ volume: 0.66 }, 'medium'],
  [{ volume: 0.67 }, 'high'],
] as const)('the volume %j sounds %s', (media, level) => {
  expect(volumeLevel(runningState({ media }))).toBe(level);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a key shows the volume for three seconds', () => {
  const { player, state } = playing();
  player.showVolume();
  expect(state().volume.isShown).toBe(true);
  vi.advanceTimersByTime(3_000);
  expect(state().volume.isShown).toBe(false);
  player.showVolume();
  player.destroy();
  expect(vi.getTimerCount()).toBe(0);
});

const probe = () => Object.assign(new EventTarget(), { volume: 1 });

test('a volume that changes is adjustable', async () => {
  const video = probe();
  const response = canSetVolume(video, new AbortController().signal);
  expect(video.volume).toBe(0.5);
  video.dispatchEvent(new Event('volumechange'));
  expect(await response).toBe(true);
});

test('a volume that does not change for a second is not', async () => {
  const response = canSetVolume(probe(), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await response).toBe(false);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { probeVolume } from './can-set-volume.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const probe = () => Object.assign(new EventTarget(), { volume: 1 });

test('a volume that changes is adjustable', async () => {
  const video = probe();
  const answer = probeVolume(video, new AbortController().signal);
  expect(video.volume).toBe(0.5);
  video.dispatchEvent(new Event('volumechange'));
  expect(await answer).toBe(true);
});

test('one that says nothing for a second is not', async () => {
  const answer = probeVolume(probe(), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe(false);
});

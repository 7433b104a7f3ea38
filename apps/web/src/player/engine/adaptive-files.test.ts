// @vitest-environment jsdom
import type { FileStream, Quality } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import type { VideoFacts } from '../testing/fake-video.ts';
import { MOVIE } from '../testing/streams.ts';
import { createAdaptiveFiles } from './adaptive-files.ts';
import type { measureFile, MeasuredFile } from './measure-file.ts';
import type { QualityPreference } from './engine.ts';

const LADDER = ['1080', '720', '480', '360'] as const;
const FAST: MeasuredFile = { kbps: 50_000, bytes: 75_000_000 };
const SLOW: MeasuredFile = { kbps: 250, bytes: 75_000_000 };

const movie = (...qualities: Quality[]): FileStream => ({
  ...MOVIE,
  qualities: Object.fromEntries(
    qualities.map((quality) => [
      quality,
      { type: 'mp4' as const, url: `https://f.test/${quality}` },
    ]),
  ),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Plays as the engine does: each restart selects the file again. */
function watch(stream = movie(...LADDER), adaptive = createAdaptiveFiles()) {
  let preference: QualityPreference = 'auto';
  let life = new AbortController();
  const fake = fakeVideo();
  const played: (Quality | undefined)[] = [];
  const begin = () => {
    life.abort();
    life = new AbortController();
    const quality = adaptive.choose(stream, preference)?.quality;
    played.push(quality);
    if (!quality || quality === 'unknown') return;
    adaptive.follow(fake.video, stream, quality, {
      signal: life.signal,
      preferences: () => ({ quality: preference, audioLanguage: undefined }),
      restart: begin,
    });
  };
  begin();
  Object.assign(fake.facts, { paused: false, duration: 600 });
  return {
    ...fake,
    adaptive,
    played,
    choose: (quality: QualityPreference) => (preference = quality),
    stop: () => life.abort(),
  };
}

type Watching = ReturnType<typeof watch>;

/** Delivers media at a speed, in seconds of media per second. Playback runs while there is enough. */
async function arrive({ facts, dispatch, played }: Watching, pace: number, seconds: number) {
  const before = played.length;
  for (let at = 0; at < seconds * 4 && played.length === before; at += 1) {
    const end = facts.buffered[0]?.[1] ?? 0;
    const buffered = Math.min(end + pace / 4, facts.duration, facts.currentTime + 12);
    const isRunning = buffered > facts.currentTime + 0.5;
    const change: Partial<VideoFacts> = {
      buffered: [[0, buffered]],
      currentTime: facts.currentTime + (isRunning ? 0.25 : 0),
      readyState: isRunning ? 4 : 2,
    };
    if (pace > 0) dispatch('progress', change);
    else Object.assign(facts, change);
    await vi.advanceTimersByTimeAsync(250);
  }
  if (played.length > before) Object.assign(facts, { buffered: [[0, facts.currentTime]] });
}

test('a movie that stalls switches to the next quality that the connection can carry', async () => {
  const video1080 = watch();
  await arrive(video1080, 0.7, 30);
  expect(video1080.played).toEqual(['1080', '720']);
});

test('a connection that is far too slow switches to the smallest file at once', async () => {
  const starved = watch();
  await arrive(starved, 0.1, 30);
  expect(starved.played).toEqual(['1080', '360']);
});

test('a movie that arrives too slowly to begin counts as stalled', async () => {
  const starting = watch();
  for (let at = 0; at < 16; at += 1) {
    starting.dispatch('progress');
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(starting.played).toEqual(['1080', '360']);
});

test.each(['a fast connection', 'a viewer’s choice', 'an outage', 'a pause', 'the last file'])(
  '%s changes nothing',
  async (what) => {
    const watching = watch(what === 'the last file' ? movie('360') : undefined);
    if (what === 'a viewer’s choice') watching.choose('1080');
    if (what === 'a pause') watching.facts.paused = true;
    const pace = { 'a fast connection': 4, 'an outage': 0 }[what] ?? 0.1;
    await arrive(watching, pace, 40);
    expect(watching.played).toHaveLength(1);
  },
);

test('goes up again when a better file is measured to arrive fast enough', async () => {
  const measure = vi.fn<typeof measureFile>().mockResolvedValueOnce(SLOW).mockResolvedValue(FAST);
  const watching = watch(movie('1080', '360'), createAdaptiveFiles(measure));
  await arrive(watching, 0.1, 30);
  await arrive(watching, 8, 15);
  expect(measure).toHaveBeenCalledOnce();
  // It was too slow again, so the next try comes after twice the time.
  await arrive(watching, 8, 12);
  expect(measure).toHaveBeenCalledOnce();
  await arrive(watching, 8, 15);
  expect(measure.mock.lastCall?.[0]).toBe('https://f.test/1080');
  expect(watching.played).toEqual(['1080', '360', '1080']);
});

test('where a page may not measure, the speed of the current file decides', async () => {
  const measure = vi.fn<typeof measureFile>().mockResolvedValue(undefined);
  const watching = watch(movie('1080', '360'), createAdaptiveFiles(measure));
  await arrive(watching, 0.1, 30);
  await arrive(watching, 2, 40);
  expect(watching.played).toEqual(['1080', '360']);
  watching.dispatch('seeking', { buffered: [[0, 30]], currentTime: 30 });
  await arrive(watching, 30, 120);
  expect(watching.played).toEqual(['1080', '360', '1080']);
});

test('a choice made while a better file is measured wins', async () => {
  const { promise, resolve } = Promise.withResolvers<MeasuredFile>();
  const watching = watch(
    movie('1080', '360'),
    createAdaptiveFiles(() => promise),
  );
  await arrive(watching, 0.1, 30);
  await arrive(watching, 8, 15);
  watching.choose('360');
  resolve(FAST);
  await arrive(watching, 8, 15);
  expect(watching.played).toEqual(['1080', '360']);
});

test('the next movie begins with the quality the connection could carry', async () => {
  const first = watch();
  await arrive(first, 0.1, 30);
  first.stop();
  expect(watch(movie(...LADDER), first.adaptive).played).toEqual(['360']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch(movie(...LADDER), first.adaptive).played).toEqual(['1080']);
});

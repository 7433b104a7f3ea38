// @vitest-environment jsdom
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, expect, test, vi } from 'vitest';

import type { CaptureOptions } from '../engine/capture-thumbnails.ts';
import type { Thumbnail } from '../engine/engine.ts';
import { affordsThumbnails, thumbnailNear } from './thumbnails.ts';
import { playing } from '../testing/playing.ts';
import { FILM, PLAYLIST } from '../testing/streams.ts';
import { installVttCue } from '../testing/vtt-cue.ts';

installVttCue();

const shot = (at: number): Thumbnail => ({ at, url: `blob:${at}`, width: 256, height: 192 });

function setup(affordsThumbnails = false) {
  const jobs: { stream: Stream; options: CaptureOptions }[] = [];
  const film = playing({
    affordsThumbnails,
    captureThumbnails: (stream, options) => {
      jobs.push({ stream, options });
      return Promise.resolve();
    },
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  return { ...film, chooseThumbnails: film.player.chooseThumbnails, jobs, revoke };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('no thumbnails are captured without a choice', async () => {
  const { jobs, chooseThumbnails } = setup();
  expect(jobs).toHaveLength(0);
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  expect(jobs[0]?.stream).toBe(FILM);
});

test.each([
  ['auto', true, 1],
  ['auto', false, 0],
  ['on', false, 1],
  ['off', true, 0],
] as const)('%s, where the device affords them: %s', async (choice, isAffordable, count) => {
  const { jobs, chooseThumbnails } = setup(isAffordable);
  chooseThumbnails(choice);
  await Promise.resolve();
  await vi.waitFor(() => expect(jobs).toHaveLength(count));
});

test('pictures come in any order and lie in that of time', async () => {
  const { jobs, chooseThumbnails, state } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  for (const at of [0, 59, 30]) jobs[0]?.options.onThumbnail(shot(at));
  expect(state().thumbnails.images.map(({ at }) => at)).toEqual([0, 30, 59]);
  expect(thumbnailNear(state(), 15)?.at).toBe(30);
  expect(thumbnailNear(state(), 14)?.at).toBe(0);
  expect(thumbnailNear(state(), 99)?.at).toBe(59);
});

test('another stream lets go of the pictures of the last one', async () => {
  const { jobs, player, engines, chooseThumbnails, state, revoke } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  jobs[0]?.options.onThumbnail(shot(5));
  player.load(PLAYLIST, { startAt: 0, autoplay: true });
  expect(jobs[0]?.options.signal.aborted).toBe(true);
  expect(revoke).toHaveBeenCalledWith('blob:5');
  expect(state().thumbnails.images).toEqual([]);
  engines.last().reports.state({ hasPlayed: true, duration: 60 }, 'ready');
  await vi.waitFor(() => expect(jobs[1]?.stream).toBe(PLAYLIST));
});

test('who no longer wants them has none', async () => {
  const { jobs, chooseThumbnails, state } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  jobs[0]?.options.onThumbnail(shot(5));
  chooseThumbnails('off');
  expect(jobs[0]?.options.signal.aborted).toBe(true);
  expect(state().thumbnails).toEqual({ choice: 'off', images: [] });
});

test('the film comes first: a picture waits until enough of it is ahead', async () => {
  const { jobs, engines, chooseThumbnails } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  const { reports } = engines.last();
  reports.state({ buffered: 12 }, 'stalled');
  const went = vi.fn<() => void>();
  const going = jobs[0]?.options.untilIdle().then(went);
  reports.state({ buffered: 15 }, 'ready');
  await Promise.resolve();
  expect(went).not.toHaveBeenCalled();
  reports.state({ buffered: 21 });
  await going;
  expect(went).toHaveBeenCalledOnce();
});

test("the source's own pictures are used, and none are taken", async () => {
  const { jobs, player, engines, chooseThumbnails, state } = setup();
  const text = 'WEBVTT\n\n00:00.000 --> 00:10.000\nsheet.jpg#xywh=160,90,160,90\n';
  vi.stubGlobal('fetch', () => {
    const response = new Response(text);
    Object.defineProperty(response, 'url', { value: 'https://films.test/t/track.vtt' });
    return Promise.resolve(response);
  });
  const thumbnailTrack = { type: 'vtt', url: 'https://films.test/t/track.vtt' } as const;
  player.load({ ...FILM, thumbnailTrack }, { startAt: 0, autoplay: true });
  engines.last().reports.state({ hasPlayed: true, duration: 60 }, 'ready');
  chooseThumbnails('on');
  await vi.waitFor(() => expect(state().thumbnails.images).toHaveLength(1));
  expect(state().thumbnails.images[0]).toEqual({
    at: 5,
    url: 'https://films.test/t/sheet.jpg',
    width: 160,
    height: 90,
    offset: { x: 160, y: 90 },
  });
  expect(jobs).toHaveLength(0);
});

test('a source whose own pictures cannot be had gets ours', async () => {
  const { jobs, player, engines, chooseThumbnails } = setup();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('gone', { status: 404 })));
  const thumbnailTrack = { type: 'vtt', url: 'https://films.test/t/track.vtt' } as const;
  player.load({ ...FILM, thumbnailTrack }, { startAt: 0, autoplay: true });
  engines.last().reports.state({ hasPlayed: true, duration: 60 }, 'ready');
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
});

const DESK = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36',
  hardwareConcurrency: 8,
  deviceMemory: 8,
  connection: { saveData: false, effectiveType: '4g', type: 'wifi' },
};

test.each([
  ['a fast device on a fast line', {}, true],
  ['a browser without this information', { connection: undefined, deviceMemory: undefined }, true],
  ['a browser that hides its cores', { hardwareConcurrency: undefined }, true],
  ['a line that saves data', { connection: { saveData: true, effectiveType: '4g' } }, false],
  ['a slow line', { connection: { saveData: false, effectiveType: '3g' } }, false],
  ['a mobile line', { connection: { effectiveType: '4g', type: 'cellular' } }, false],
  ['little memory', { deviceMemory: 2 }, false],
  ['two cores', { hardwareConcurrency: 2 }, false],
  ['a television', { userAgent: 'Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/120' }, false],
] as const)('%s: thumbnails are made unasked: %s', (_, facts, isAffordable) => {
  expect(affordsThumbnails({ ...DESK, ...facts })).toBe(isAffordable);
});

// @vitest-environment jsdom
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, expect, test, vi } from 'vitest';

import type { CaptureOptions } from '../engine/capture-thumbnails.ts';
import type { Thumbnail } from '../engine/engine.ts';
import { canCaptureThumbnails, thumbnailNear } from './thumbnails.ts';
import { playing } from '../testing/playing.ts';
import { MOVIE, PLAYLIST } from '../testing/streams.ts';
import { installVttCue } from '../testing/vtt-cue.ts';

installVttCue();

const shot = (at: number): Thumbnail => ({ at, url: `blob:${at}`, width: 256, height: 192 });

function setup(canCaptureThumbnails = false) {
  const jobs: { stream: Stream; options: CaptureOptions }[] = [];
  const movie = playing({
    canCaptureThumbnails,
    captureThumbnails: (stream, options) => {
      jobs.push({ stream, options });
      return Promise.resolve();
    },
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  return { ...movie, chooseThumbnails: movie.player.chooseThumbnails, jobs, revoke };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('without a preference no thumbnails are captured', async () => {
  const { jobs, chooseThumbnails } = setup();
  expect(jobs).toHaveLength(0);
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  expect(jobs[0]?.stream).toBe(MOVIE);
});

test.each([
  ['auto', true, 1],
  ['auto', false, 0],
  ['on', false, 1],
  ['off', true, 0],
] as const)('%s, where the device is fast enough: %s', async (choice, canCapture, count) => {
  const { jobs, chooseThumbnails } = setup(canCapture);
  chooseThumbnails(choice);
  await Promise.resolve();
  await vi.waitFor(() => expect(jobs).toHaveLength(count));
});

test('thumbnails arrive in any order and are sorted by time', async () => {
  const { jobs, chooseThumbnails, state } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  for (const at of [0, 59, 30]) jobs[0]?.options.onThumbnail(shot(at));
  expect(state().thumbnails.images.map(({ at }) => at)).toEqual([0, 30, 59]);
  expect(thumbnailNear(state(), 15)?.at).toBe(30);
  expect(thumbnailNear(state(), 14)?.at).toBe(0);
  expect(thumbnailNear(state(), 99)?.at).toBe(59);
});

test('another stream discards the thumbnails of the last one', async () => {
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

test('switching thumbnails off discards them', async () => {
  const { jobs, chooseThumbnails, state } = setup();
  chooseThumbnails('on');
  await vi.waitFor(() => expect(jobs).toHaveLength(1));
  jobs[0]?.options.onThumbnail(shot(5));
  chooseThumbnails('off');
  expect(jobs[0]?.options.signal.aborted).toBe(true);
  expect(state().thumbnails).toEqual({ choice: 'off', images: [] });
});

test('playback comes first: a capture waits until enough is buffered', async () => {
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

test('the source’s own thumbnails are used, and none are captured', async () => {
  const { jobs, player, engines, chooseThumbnails, state } = setup();
  const text = 'WEBVTT\n\n00:00.000 --> 00:10.000\nsheet.jpg#xywh=160,90,160,90\n';
  vi.stubGlobal('fetch', () => {
    const response = new Response(text);
    Object.defineProperty(response, 'url', { value: 'https://films.test/t/track.vtt' });
    return Promise.resolve(response);
  });
  const thumbnailTrack = { type: 'vtt', url: 'https://films.test/t/track.vtt' } as const;
  player.load({ ...MOVIE, thumbnailTrack }, { startAt: 0, autoplay: true });
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

test('a slow device shows those of the source, and captures none without', async () => {
  const { jobs, player, engines, chooseThumbnails, state } = setup(false);
  chooseThumbnails('auto');
  const text = 'WEBVTT\n\n00:00.000 --> 00:10.000\n0.jpg#xywh=0,0,160,90\n';
  vi.stubGlobal('fetch', (url: string) => {
    const response = new Response(url.includes('some') ? text : 'WEBVTT\n');
    return Promise.resolve(Object.defineProperty(response, 'url', { value: url }));
  });
  for (const name of ['none', 'some']) {
    const thumbnailTrack = { type: 'vtt', url: `https://films.test/${name}/track.vtt` } as const;
    player.load({ ...MOVIE, thumbnailTrack }, { startAt: 0, autoplay: true });
    engines.last().reports.state({ hasPlayed: true, duration: 60 }, 'ready');
  }
  await vi.waitFor(() => expect(state().thumbnails.images).toHaveLength(1));
  expect(jobs).toHaveLength(0);
});

test('thumbnails are captured when those of the source fail to load', async () => {
  const { jobs, player, engines, chooseThumbnails } = setup();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('gone', { status: 404 })));
  const thumbnailTrack = { type: 'vtt', url: 'https://films.test/t/track.vtt' } as const;
  player.load({ ...MOVIE, thumbnailTrack }, { startAt: 0, autoplay: true });
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
  ['a fast device on a fast connection', {}, true],
  ['a browser without this information', { connection: undefined, deviceMemory: undefined }, true],
  ['a browser that hides its cores', { hardwareConcurrency: undefined }, true],
  ['a connection with data saving', { connection: { saveData: true, effectiveType: '4g' } }, false],
  ['a slow connection', { connection: { saveData: false, effectiveType: '3g' } }, false],
  ['a mobile connection', { connection: { effectiveType: '4g', type: 'cellular' } }, false],
  ['little memory', { deviceMemory: 2 }, false],
  ['two cores', { hardwareConcurrency: 2 }, false],
  ['a television', { userAgent: 'Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/120' }, false],
] as const)('%s: thumbnails are captured by default: %s', (_, facts, canCapture) => {
  expect(canCaptureThumbnails({ ...DESK, ...facts })).toBe(canCapture);
});

test('the images of a playlist are used, sheet by sheet, and nothing is captured', async () => {
  const tiles = '#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=2x2,DURATION=10';
  const playlist = `#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXTINF:40,\n${tiles}\n/stream/a\n#EXTINF:10,\n${tiles}\n/stream/b\n#EXT-X-ENDLIST\n`;
  vi.stubGlobal('fetch', () => {
    const response = new Response(playlist);
    Object.defineProperty(response, 'url', { value: 'https://site.test/stream/list' });
    return Promise.resolve(response);
  });
  const { player, engines, chooseThumbnails, state, jobs } = setup();
  player.load(
    { ...MOVIE, imagePlaylist: 'https://site.test/stream/list' },
    { startAt: 0, autoplay: true },
  );
  engines.last().reports.state({ hasPlayed: true, duration: 50 }, 'ready');
  // The device could not afford to capture any.
  chooseThumbnails('auto');
  await vi.waitFor(() => expect(state().thumbnails.images).toHaveLength(5));
  expect(jobs).toHaveLength(0);
  expect(thumbnailNear(state(), 29)).toMatchObject({
    at: 30,
    url: 'https://site.test/stream/a',
    offset: { x: 320, y: 180 },
  });
  expect(thumbnailNear(state(), 44)).toMatchObject({
    at: 40,
    url: 'https://site.test/stream/b',
    offset: { x: 0, y: 0 },
  });
});

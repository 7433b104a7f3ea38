// @vitest-environment jsdom
import { reportPlayback, type PlaybackReport } from '@matinee/shared/contract/playbacks';
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '#config.ts';
import type { MovieMeta } from '#data/catalog/details.ts';
import { setReporting, setNamedReports } from '#data/preferences/playback.ts';
import { startPlaybackReports, type PlaybackMoment } from './playback-report.ts';

const meta: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const stream: Stream = {
  id: 's',
  type: 'hls',
  playlist: `${new URL(config.BACKEND_URL || '/', location.href).origin}/stream/AAAAAAAAAAAAAAAAAAAAAAxyz123/index.m3u8`,
  flags: [],
  captions: [],
};
const MOMENT: PlaybackMoment = {
  hasPlayed: true,
  isPaused: false,
  isOver: false,
  error: undefined,
  time: 0,
  height: 720,
  isLowered: false,
  bitRate: undefined,
};

let sent: PlaybackReport[];
const start = (found: Stream = stream) =>
  startPlaybackReports({ meta, stream: found, sourceId: 'folder' }, (report) => sent.push(report));

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  setReporting(true);
  setNamedReports(false);
});
afterEach(() => vi.useRealTimers());

test('a stream is reported from its first frame to its end, with the seconds played', () => {
  const reports = start();
  reports.observe({ ...MOMENT, hasPlayed: false });
  expect(sent).toEqual([]);
  reports.observe(MOMENT);
  for (const time of [1, 2, 3, 900]) reports.observe({ ...MOMENT, time });
  vi.advanceTimersByTime(20_000);
  reports.observe({ ...MOMENT, time: 900, isPaused: true });
  reports.leave();
  expect(sent.map(({ state, seconds }) => [state, seconds])).toEqual([
    ['playing', 0],
    ['playing', 3],
    ['paused', 0],
    ['left', 0],
  ]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  for (const report of sent) expect(reportPlayback.body.safeParse(report).success).toBe(true);
  expect(sent[0]).toMatchObject({
    stream: 'AAAAAAAAAAAAAAAAAAAAAA',
    title: 'Carnival',
    source: 'folder',
    height: 720,
  });
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(4);
});

test('the bit rate is reported in kilobits once it is known', () => {
  const reports = start();
  reports.observe(MOMENT);
  reports.observe({ ...MOMENT, time: 1, bitRate: 2_400_499 });
  reports.leave();
  expect(sent.map(({ kbps }) => kbps)).toEqual([undefined, 2_400]);
  for (const report of sent) expect(reportPlayback.body.safeParse(report).success).toBe(true);
});

test('the last report tells whether it was watched to the end, or failed', () => {
  const finished = start();
  finished.observe({ ...MOMENT, isOver: true });
  finished.leave();
  const failed = start();
  failed.observe({ ...MOMENT, hasPlayed: false, error: 'MediaError' });
  failed.leave();
  expect(sent.map(({ state, error }) => [state, error])).toEqual([
    ['playing', undefined],
    ['finished', undefined],
    ['failed', 'MediaError'],
  ]);
});

test('a video of another server has no stream session', () => {
  const reports = start({
    ...stream,
    playlist: 'https://cdn.test/stream/AAAAAAAAAAAAAAAAAAAAAAxyz/a',
  });
  reports.observe(MOMENT);
  expect(sent[0]?.stream).toBeUndefined();
});

test('nothing is sent by people who have turned reports off, and a name only if they agree', () => {
  setNamedReports(true);
  const reports = start();
  reports.observe(MOMENT);
  setReporting(false);
  reports.leave();
  expect(sent.map(({ isNamed }) => isNamed)).toEqual([true]);
});

test('a page that returns from the back-forward cache continues its playback', () => {
  const reports = start();
  reports.observe(MOMENT);
  reports.observe({ ...MOMENT, time: 2 });
  reports.leave();
  // The browser pauses the video of a page that it keeps.
  reports.observe({ ...MOMENT, time: 2, isPaused: true });
  vi.advanceTimersByTime(60_000);
  reports.comeBack();
  reports.observe({ ...MOMENT, time: 2 });
  reports.observe({ ...MOMENT, time: 5 });
  vi.advanceTimersByTime(20_000);
  reports.leave();
  expect(sent.map(({ state, seconds }) => [state, seconds])).toEqual([
    ['playing', 0],
    ['left', 2],
    ['paused', 0],
    ['playing', 0],
    ['playing', 3],
    ['left', 0],
  ]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test('what was watched to the end stays finished when the page returns', () => {
  const reports = start();
  reports.observe(MOMENT);
  reports.observe({ ...MOMENT, time: 1, isOver: true, isPaused: true });
  reports.leave();
  reports.comeBack();
  expect(sent.at(-1)?.state).toBe('finished');
});

test('a page that shows what never played reports nothing when it leaves, returns or is hidden', () => {
  const reports = start();
  reports.observe({ ...MOMENT, hasPlayed: false });
  reports.leave();
  reports.comeBack();
  reports.flush();
  expect(sent).toEqual([]);
  reports.observe(MOMENT);
  expect(sent.map(({ state }) => state)).toEqual(['playing']);
});

test('the seconds until a page is hidden are sent at once, since it may be ended without a word', () => {
  const reports = start();
  reports.observe(MOMENT);
  reports.observe({ ...MOMENT, time: 3 });
  reports.flush();
  reports.flush();
  expect(sent.map(({ state, seconds }) => [state, seconds])).toEqual([
    ['playing', 0],
    ['playing', 3],
  ]);
});

import { readStyles } from '@matinee/shared/subtitles/cue-styles';
import { describe, expect, test, vi } from 'vitest';

import type { CueListener, MediaState, RawCue } from '../engine.ts';
import type { TrackPreferences } from '../source.ts';
import { readHlsCaptions } from './captions.ts';
import { joinedRows } from './closed-captions.ts';

const ENGLISH = { name: 'English', lang: 'eng', forced: false };
const FORCED = {
  name: 'Deutsch',
  lang: 'ger',
  forced: true,
  characteristics: 'public.accessibility.describes-music-and-sound',
};

function setUp() {
  const hls = { subtitleTracks: [ENGLISH, FORCED], subtitleTrack: 0 };
  const preferences: Pick<TrackPreferences, 'caption' | 'secondCaption'> = {};
  const report = vi.fn<(patch: Partial<MediaState>) => void>();
  const captions = readHlsCaptions(hls, () => preferences, report);
  const read: string[] = [];
  const rules: unknown[] = [];
  const failed = vi.fn<() => void>();
  function want(id: string | undefined) {
    const caption: CueListener | undefined =
      id === undefined
        ? undefined
        : {
            id,
            onCues: (cues, head) => {
              read.push(...cues.map(({ text }) => text));
              rules.push(...readStyles(head ?? ''));
            },
            onFailure: failed,
          };
    Object.assign(preferences, { caption });
    captions.read();
  }
  async function addCues(track: typeof ENGLISH | undefined, ...cues: readonly RawCue[]) {
    captions.parsed({ type: 'subtitles', cues, subtitleTrack: track });
    await Promise.resolve();
  }
  return { hls, preferences, report, captions, read, rules, failed, want, addCues };
}

const cue = (startTime: number, text: string): RawCue => ({
  startTime,
  endTime: startTime + 1,
  text,
});

test('the tracks of a playlist are reported with their kind', () => {
  const { captions, report } = setUp();
  captions.listed();
  expect(report).toHaveBeenCalledWith({
    captionTracks: [
      { id: '0', label: 'English', language: 'en', forced: false, hearingImpaired: false },
      { id: '1', label: 'Deutsch', language: 'de', forced: true, hearingImpaired: true },
    ],
  });
});

test('no rendition is loaded without a listener', () => {
  const { captions, hls } = setUp();
  captions.disable();
  expect(hls.subtitleTrack).toBe(-1);
});

test('a preference overrides the choice of hls.js after its list', async () => {
  const { captions, hls, want } = setUp();
  want('1');
  captions.listed();
  hls.subtitleTrack = -1;
  await Promise.resolve();
  expect(hls.subtitleTrack).toBe(1);
});

test('cues are passed on as they come, and none twice', async () => {
  const { want, addCues, read } = setUp();
  want('0');
  await addCues(ENGLISH, cue(1, 'one'), cue(9, 'over the edge'));
  await addCues(ENGLISH, cue(9, 'over the edge'), cue(11, 'two'));
  await addCues(FORCED, cue(1, 'eins'));
  expect(read).toEqual(['one', 'over the edge', 'two']);
});

test('a track that is chosen again repeats its cues', async () => {
  const { want, addCues, read, hls } = setUp();
  want('0');
  await addCues(ENGLISH, cue(1, 'one'));
  want(undefined);
  expect(hls.subtitleTrack).toBe(-1);
  want('0');
  expect(hls.subtitleTrack).toBe(0);
  expect(read).toEqual(['one', 'one']);
});

test('a track whose list fails to load fails; one missing segment is only a gap', () => {
  const { captions, want, failed } = setUp();
  want('0');
  captions.onError('fragLoadError');
  expect(failed).not.toHaveBeenCalled();
  captions.onError('subtitleTrackLoadTimeOut');
  expect(failed).toHaveBeenCalledOnce();
});

test('the style rules of a segment come with its cues, even if its bytes arrive after them', async () => {
  const { captions, want, addCues, rules } = setUp();
  want('0');
  const piece = { type: 'subtitle', level: 0 };
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const vtt = 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\nSTYLE\n';
  const done = addCues(ENGLISH, cue(1, '<c.hot>one</c>'));
  captions.loaded(piece, bytes(`${vtt}::cue(.hot) { color: tomato }\n\n00:01.000 --> 00:02.000`));
  captions.loaded({ ...piece, type: 'main' }, bytes(`${vtt}::cue(.hot) { color: red }`));
  await done;
  expect(rules).toEqual([['.hot', { color: 'tomato' }]]);
});

describe('a second track', () => {
  function two(first: string, second: string) {
    const set = setUp();
    const read: string[] = [];
    const reading = (id: string): CueListener => ({
      id,
      onCues: (cues) => void read.push(...cues.map(({ text }) => `${id} ${text}`)),
      onFailure: vi.fn(),
    });
    Object.assign(set.preferences, { caption: reading(first), secondCaption: reading(second) });
    set.captions.read();
    return { ...set, read };
  }

  test('may be a rendition with captions within the video, and each gets its own cues', async () => {
    const { hls, captions, addCues, read } = two('textTrack1', '1');
    expect(hls.subtitleTrack).toBe(1);
    captions.parsed({ type: 'captions', cues: [cue(1, 'ONE')], track: 'textTrack1' });
    await addCues(FORCED, cue(1, 'eins'));
    captions.read();
    await addCues(FORCED, cue(1, 'eins'), cue(3, 'zwei'));
    expect(read).toEqual(['textTrack1 ONE', '1 eins', '1 zwei']);
  });

  test('is missing where both are renditions: hls.js loads one at a time', () => {
    const { hls, preferences } = two('0', '1');
    expect(hls.subtitleTrack).toBe(0);
    expect(preferences.caption?.onFailure).not.toHaveBeenCalled();
    expect(preferences.secondCaption?.onFailure).toHaveBeenCalledOnce();
  });
});

describe('captions within the video', () => {
  const row = (startTime: number, line: number, text: string): RawCue => ({
    ...cue(startTime, text),
    line,
    align: 'left',
    position: 20,
  });

  test('are offered with those of the playlist, as soon as there are some', () => {
    const { captions, report } = setUp();
    captions.found([{ _id: undefined }, { _id: 'textTrack1' }]);
    captions.found([{ _id: 'textTrack3', closedCaptions: { name: 'Español', lang: 'spa' } }]);
    const reported = report.mock.lastCall?.[0].captionTracks?.slice(2);
    expect(reported).toEqual([
      {
        id: 'textTrack1',
        label: 'CC1',
        language: undefined,
        forced: false,
        hearingImpaired: false,
      },
      {
        id: 'textTrack3',
        label: 'Español',
        language: 'es',
        forced: false,
        hearingImpaired: false,
      },
    ]);
  });

  test('are read without a rendition, and are not those of the playlist', () => {
    const { captions, want, read, hls } = setUp();
    const addCues = (...cues: readonly RawCue[]) =>
      captions.parsed({ type: 'captions', cues, track: 'textTrack1' });
    want('0');
    addCues(row(1, 15, 'HELLO'));
    expect(read).toEqual([]);
    want('textTrack1');
    expect(hls.subtitleTrack).toBe(-1);
    addCues(row(1, 15, 'HELLO'), row(3, 15, 'AGAIN'));
    expect(read).toEqual(['HELLO', 'AGAIN']);
  });

  test('in several rows are one cue, in their vertical order', () => {
    const rows = [row(1, 14, 'one'), row(1, 15, 'two'), row(5, 2, 'three')];
    expect(joinedRows(rows)).toEqual([
      { startTime: 1, endTime: 2, text: 'one\ntwo' },
      { startTime: 5, endTime: 6, text: 'three', line: 0 },
    ]);
  });
});

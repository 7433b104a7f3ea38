// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { fakeVideo } from '../../testing/fake-video.ts';
import type { CueListener, MediaState } from '../engine.ts';
import type { TrackPreferences } from '../source.ts';
import { readNativeCaptions } from './text-tracks.ts';

const cue = (startTime: number, text: string) => ({ startTime, endTime: startTime + 1, text });

/** Added one after the other, like Safari does for a playlist. */
function fakeTrack(kind: string, language: string, label = '') {
  const cues: ReturnType<typeof cue>[] = [];
  const track = Object.assign(new EventTarget(), { kind, language, label, mode: 'disabled', cues });
  const come = (...fresh: readonly ReturnType<typeof cue>[]) => {
    cues.push(...fresh);
    track.dispatchEvent(new Event('cuechange'));
  };
  return { track, come };
}

function setUp() {
  const { video } = fakeVideo();
  const list = new EventTarget();
  Object.defineProperty(video, 'textTracks', { value: list });
  const life = new AbortController();
  const report = vi.fn<(patch: Partial<MediaState>) => void>();
  const preferences: Pick<TrackPreferences, 'caption' | 'secondCaption'> = {};
  const read = readNativeCaptions(video, {
    signal: life.signal,
    report,
    preferences: () => ({ quality: 'auto', audioLanguage: undefined, ...preferences }),
  });
  const add = (track: object) =>
    list.dispatchEvent(Object.assign(new Event('addtrack'), { track }));
  const received: string[] = [];
  const onCues: CueListener['onCues'] = (cues) => void received.push(...cues.map((c) => c.text));
  function want(id: string | undefined) {
    const caption = id === undefined ? undefined : { id, onCues, onFailure: vi.fn() };
    Object.assign(preferences, { caption });
    read();
  }
  function second(id: string) {
    Object.assign(preferences, { secondCaption: { id, onCues, onFailure: vi.fn() } });
    read();
  }
  return { video, add, want, second, received, report, life };
}

test('in-band captions are reported, and no other tracks', () => {
  const { add, report } = setUp();
  add(fakeTrack('metadata', '').track);
  add(fakeTrack('subtitles', 'eng', 'English').track);
  add(fakeTrack('captions', 'ger', 'Deutsch').track);
  expect(report).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenLastCalledWith({
    captionTracks: [
      { id: '0', label: 'English', language: 'en', forced: false, hearingImpaired: false },
      { id: '1', label: 'Deutsch', language: 'de', forced: false, hearingImpaired: true },
    ],
  });
});

test('a track that we have added is not one of the medium’s', () => {
  const { video, add, report } = setUp();
  const element = document.createElement('track');
  const { track } = fakeTrack('captions', 'en');
  Object.defineProperty(element, 'track', { value: track });
  video.append(element);
  add(track);
  expect(report).not.toHaveBeenCalled();
});

test('only the chosen one is read, and the browser renders none', () => {
  const { add, want } = setUp();
  const [english, german] = [fakeTrack('subtitles', 'en'), fakeTrack('subtitles', 'de')];
  for (const { track } of [english, german]) add(track);
  want('1');
  expect([english.track.mode, german.track.mode]).toEqual(['disabled', 'hidden']);
  want(undefined);
  expect([english.track.mode, german.track.mode]).toEqual(['disabled', 'disabled']);
});

test('two tracks are read at once', () => {
  const { add, want, second, received } = setUp();
  const [english, german] = [fakeTrack('subtitles', 'en'), fakeTrack('subtitles', 'de')];
  for (const { track } of [english, german]) add(track);
  want('1');
  second('0');
  expect([english.track.mode, german.track.mode]).toEqual(['hidden', 'hidden']);
  english.come(cue(1, 'one'));
  german.come(cue(1, 'eins'));
  expect(received).toEqual(['one', 'eins']);
});

test('cues are sent as they arrive, each once, and again to a new listener', () => {
  const { add, want, received } = setUp();
  const { track, come } = fakeTrack('subtitles', 'en');
  add(track);
  want('0');
  come(cue(1, 'one'));
  come(cue(3, 'two'));
  expect(received).toEqual(['one', 'two']);
  want(undefined);
  want('0');
  expect(received).toEqual(['one', 'two', 'one', 'two']);
});

test('a preference set before its track arrives applies when it does, and not after the end', () => {
  const { add, want, received, life } = setUp();
  want('0');
  const { track, come } = fakeTrack('subtitles', 'en');
  track.cues.push(cue(1, 'early'));
  add(track);
  expect(received).toEqual(['early']);
  life.abort();
  come(cue(3, 'late'));
  expect(received).toEqual(['early']);
});

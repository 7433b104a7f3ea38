// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import { installVttCue } from '../../testing/vtt-cue.ts';
import type { MediaState } from '../engine.ts';
import { createNativeCaptions } from './captions.ts';

interface Added {
  readonly startTime: number;
  readonly text: string;
  readonly line?: number;
}
let added: Added[] = [];

/** jsdom has track elements without tracks. */
function installTracks() {
  Object.defineProperty(HTMLTrackElement.prototype, 'track', {
    configurable: true,
    value: { mode: 'disabled', addCue: (cue: Added) => void added.push(cue) },
  });
}

beforeEach(() => {
  added = [];
  installVttCue();
  installTracks();
});

function setUp() {
  const video = document.createElement('video');
  const report = vi.fn<(patch: Partial<MediaState>) => void>();
  const life = new AbortController();
  const native = createNativeCaptions(video, report, life.signal);
  const move = (event: string, facts: object) => {
    for (const [name, value] of Object.entries(facts)) {
      Object.defineProperty(video, name, { value, configurable: true });
    }
    video.dispatchEvent(new Event(event));
  };
  const tracks = () => video.querySelectorAll('track');
  return { video, report, life, native, move, tracks };
}

const CAPTION = {
  language: 'en',
  label: 'English',
  cues: [
    { startTime: 1, endTime: 2, text: '<i>one</i>' },
    { startTime: 3, endTime: 4, text: 'above', line: 0, snapToLines: true, align: 'start' },
  ],
};

test('while our own captions are visible there is no track', () => {
  const { native, tracks } = setUp();
  native.show(CAPTION);
  expect(tracks()).toHaveLength(0);
});

test.each([
  ['full screen on an iPhone', 'webkitbeginfullscreen', { webkitDisplayingFullscreen: true }],
  [
    'picture-in-picture',
    'webkitpresentationmodechanged',
    { webkitPresentationMode: 'picture-in-picture' },
  ],
  [
    'a television',
    'webkitcurrentplaybacktargetiswirelesschanged',
    { webkitCurrentPlaybackTargetIsWireless: true },
  ],
])('in %s the system renders them', (_where, event, facts) => {
  const { native, move, tracks, report } = setUp();
  native.show(CAPTION);
  move(event, facts);
  expect(report).toHaveBeenCalledExactlyOnceWith({ drawsCaptions: true });
  expect(tracks()).toHaveLength(1);
  expect(tracks()[0]).toMatchObject({ kind: 'subtitles', label: 'English', srclang: 'en' });
  expect(added).toMatchObject([
    { startTime: 1, text: '<i>one</i>' },
    { startTime: 3, text: 'above', line: 0 },
  ]);
});

test('a choice made meanwhile is rendered there, and back here no track is left', () => {
  const { native, move, tracks, report } = setUp();
  move('webkitbeginfullscreen', { webkitDisplayingFullscreen: true });
  native.show(CAPTION);
  native.show({ ...CAPTION, label: 'Deutsch' });
  expect(tracks()).toHaveLength(1);
  expect(tracks()[0]?.label).toBe('Deutsch');
  native.show(undefined);
  expect(tracks()).toHaveLength(0);
  native.show(CAPTION);
  move('webkitendfullscreen', { webkitDisplayingFullscreen: false });
  expect(report).toHaveBeenLastCalledWith({ drawsCaptions: false });
  expect(tracks()).toHaveLength(0);
});

test('stopping removes the track', () => {
  const { native, move, tracks, life } = setUp();
  native.show(CAPTION);
  move('webkitbeginfullscreen', { webkitDisplayingFullscreen: true });
  life.abort();
  expect(tracks()).toHaveLength(0);
});

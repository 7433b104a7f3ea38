import { describe, expect, test, vi } from 'vitest';

import type { AttachOptions, TrackPreferences } from '../source.ts';
import { createLevelControls } from './levels.ts';
import type { LevelHls } from './levels.ts';

const LADDER = [
  { width: 640, height: 272 },
  { width: 1280, height: 534 },
  { width: 1920, height: 800 },
  { width: 1920, height: 800 },
  { width: 2560, height: 1440 },
];
const VOICES = [
  { name: 'English', lang: 'en' },
  { name: 'Deutsch', lang: 'ger' },
  { name: 'Deutsch (Kommentar)', lang: 'ger' },
];

function setUp(given: Partial<TrackPreferences> = {}, levels: LevelHls['levels'] = LADDER) {
  let preferences: TrackPreferences = { quality: 'auto', audioLanguage: undefined, ...given };
  const calls: string[] = [];
  let audioTrack = -1;
  const hls: LevelHls = {
    levels,
    audioTracks: VOICES,
    set startLevel(level: number) {
      calls.push(`startLevel ${level}`);
    },
    set loadLevel(level: number) {
      calls.push(`loadLevel ${level}`);
    },
    set nextLevel(level: number) {
      calls.push(`nextLevel ${level}`);
    },
    get audioTrack() {
      return audioTrack;
    },
    set audioTrack(track: number) {
      audioTrack = track;
      calls.push(`audioTrack ${track}`);
    },
  };
  const report = vi.fn<AttachOptions['report']>();
  const controls = createLevelControls(hls, () => preferences, report);
  const preference = (next: Partial<TrackPreferences>) => {
    preferences = { ...preferences, ...next };
  };
  return { hls, calls, report, controls, preference };
}

test('the average bit rate of the level is reported, unless the playlist has none', () => {
  const level = { width: 1280, height: 534 };
  const rates = [{ ...level, averageBitrate: 2_400_000 }, { ...level, averageBitrate: 0 }, level];
  const { controls, report } = setUp({}, rates);
  for (const [at, bitRate] of [2_400_000, undefined, undefined].entries()) {
    controls.switched(at);
    expect(report).toHaveBeenLastCalledWith({ quality: '720', bitRate });
  }
});

describe('quality', () => {
  test('every height has a name, best first, without duplicates', () => {
    const { controls, report } = setUp();
    controls.parsed();
    expect(report).toHaveBeenLastCalledWith({
      qualities: ['1440', '1080', '720', '360'],
      original: undefined,
    });
  });

  test('without a preference hls.js decides', () => {
    const { controls, calls } = setUp();
    controls.parsed();
    expect(calls).toEqual([]);
  });

  test.each([
    ['1080', 3],
    ['4k', 4],
    ['480', 0],
  ] as const)('with %s preferred, playback begins with level %i', (quality, level) => {
    const { controls, calls } = setUp({ quality });
    controls.parsed();
    expect(calls).toEqual([`startLevel ${level}`, `loadLevel ${level}`]);
  });

  test('playback begins with the level that the playlist prefers', () => {
    const levels = [
      { width: 1280, height: 720, score: 1 },
      { width: 1920, height: 1080, score: 2 },
      { width: 1920, height: 1080, score: 1 },
    ];
    const automatic = setUp({}, levels);
    automatic.controls.parsed();
    expect(automatic.report).toHaveBeenLastCalledWith({
      qualities: ['1080', '720'],
      original: '1080',
    });
    expect(automatic.calls).toEqual(['startLevel 1']);
    const chosen = setUp({ quality: '1080' }, levels);
    chosen.controls.parsed();
    expect(chosen.calls).toEqual(['startLevel 1', 'loadLevel 1']);
  });

  test('a choice made while the playlist was loading counts', () => {
    const { controls, calls, preference } = setUp();
    preference({ quality: '720' });
    controls.parsed();
    expect(calls).toEqual(['startLevel 1', 'loadLevel 1']);
  });

  test('a choice applies at once, and going back to automatic discards nothing', () => {
    const { controls, calls } = setUp();
    controls.parsed();
    controls.chooseQuality('360');
    controls.chooseQuality('auto');
    expect(calls).toEqual(['nextLevel 0', 'loadLevel -1']);
  });

  test('without levels there is nothing to switch', () => {
    const { controls, calls, hls } = setUp();
    Object.assign(hls, { levels: [] });
    controls.chooseQuality('360');
    expect(calls).toEqual([]);
  });

  test('the current level is reported by its resolution', () => {
    const { controls, report } = setUp();
    controls.switched(1);
    expect(report).toHaveBeenLastCalledWith({ quality: '720' });
  });
});

describe('audio', () => {
  test('without a preference the playlist’s own default is kept', () => {
    const { controls, calls, report } = setUp();
    controls.audioListed();
    expect(calls).toEqual([]);
    expect(report).toHaveBeenLastCalledWith({
      audioTracks: [
        { id: '0', label: 'English', language: 'en' },
        { id: '1', label: 'Deutsch', language: 'de' },
        { id: '2', label: 'Deutsch (Kommentar)', language: 'de' },
      ],
    });
  });

  test('the language that was chosen last is used from the start', () => {
    const { controls, calls, report } = setUp({ audioLanguage: 'de' });
    controls.audioListed();
    expect(calls).toEqual(['audioTrack 1']);
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ audioTrack: '1' }));
  });

  test('a chosen track is found again among others of its language', () => {
    const { controls, calls } = setUp({ audioLanguage: 'en' });
    expect(controls.chooseAudio('2')).toMatchObject({ language: 'de' });
    controls.audioListed();
    expect(calls).toEqual(['audioTrack 2', 'audioTrack 2']);
  });

  test('a missing track is not chosen', () => {
    const { controls, calls } = setUp();
    expect(controls.chooseAudio('9')).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test('the track that was chosen in another quality is used again', () => {
    const { controls, calls } = setUp({
      audioLanguage: 'de',
      chosenAudio: { language: 'de', label: 'Deutsch (Kommentar)' },
    });
    controls.audioListed();
    expect(calls).toEqual(['audioTrack 2']);
  });

  test('the active audio track is reported', () => {
    const { controls, report } = setUp();
    controls.chooseAudio('1');
    controls.audioSwitched();
    expect(report).toHaveBeenLastCalledWith({ audioTrack: '1' });
  });
});

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

function setUp(given: Partial<TrackPreferences> = {}) {
  let wishes: TrackPreferences = { quality: 'auto', audioLanguage: undefined, ...given };
  const calls: string[] = [];
  let audioTrack = -1;
  const hls: LevelHls = {
    levels: LADDER,
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
  const steering = createLevelControls(hls, () => wishes, report);
  const wish = (next: Partial<TrackPreferences>) => {
    wishes = { ...wishes, ...next };
  };
  return { hls, calls, report, steering, wish };
}

describe('quality', () => {
  test('every height has a name, best first, and none is named twice', () => {
    const { steering, report } = setUp();
    steering.parsed();
    expect(report).toHaveBeenLastCalledWith({ qualities: ['1440', '1080', '720', '360'] });
  });

  test('without a wish hls.js decides', () => {
    const { steering, calls } = setUp();
    steering.parsed();
    expect(calls).toEqual([]);
  });

  test.each([
    ['1080', 3],
    ['4k', 4],
    ['480', 0],
  ] as const)('who wants %s begins with level %i', (quality, level) => {
    const { steering, calls } = setUp({ quality });
    steering.parsed();
    expect(calls).toEqual([`startLevel ${level}`, `loadLevel ${level}`]);
  });

  test('what was chosen while the playlist was on its way counts', () => {
    const { steering, calls, wish } = setUp();
    wish({ quality: '720' });
    steering.parsed();
    expect(calls).toEqual(['startLevel 1', 'loadLevel 1']);
  });

  test('a choice is seen at once, and going back to automatic throws nothing away', () => {
    const { steering, calls } = setUp();
    steering.parsed();
    steering.chooseQuality('360');
    steering.chooseQuality('auto');
    expect(calls).toEqual(['nextLevel 0', 'loadLevel -1']);
  });

  test('before there are levels there is nothing to switch', () => {
    const { steering, calls, hls } = setUp();
    Object.assign(hls, { levels: [] });
    steering.chooseQuality('360');
    expect(calls).toEqual([]);
  });

  test('the level that plays is told by its name', () => {
    const { steering, report } = setUp();
    steering.switched(1);
    expect(report).toHaveBeenLastCalledWith({ quality: '720' });
  });
});

describe('audio', () => {
  test('without a wish the playlist’s own default is left alone', () => {
    const { steering, calls, report } = setUp();
    steering.audioListed();
    expect(calls).toEqual([]);
    expect(report).toHaveBeenLastCalledWith({
      audioTracks: [
        { id: '0', label: 'English', language: 'en' },
        { id: '1', label: 'Deutsch', language: 'de' },
        { id: '2', label: 'Deutsch (Kommentar)', language: 'de' },
      ],
    });
  });

  test('the language that was chosen last is heard from the start', () => {
    const { steering, calls, report } = setUp({ audioLanguage: 'de' });
    steering.audioListed();
    expect(calls).toEqual(['audioTrack 1']);
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ audioTrack: '1' }));
  });

  test('a chosen track is found again among others of its language', () => {
    const { steering, calls } = setUp({ audioLanguage: 'en' });
    expect(steering.chooseAudio('2')).toMatchObject({ language: 'de' });
    steering.audioListed();
    expect(calls).toEqual(['audioTrack 2', 'audioTrack 2']);
  });

  test('a track that is not there is not chosen', () => {
    const { steering, calls } = setUp();
    expect(steering.chooseAudio('9')).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test('the track that is heard is told', () => {
    const { steering, report } = setUp();
    steering.chooseAudio('1');
    steering.audioSwitched();
    expect(report).toHaveBeenLastCalledWith({ audioTrack: '1' });
  });
});

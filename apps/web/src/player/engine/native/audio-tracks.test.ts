// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { fakeVideo } from '../../testing/fake-video.ts';
import type { WantedAudio } from '../audio-track.ts';
import type { MediaState } from '../engine.ts';
import { followNativeAudio } from './audio-tracks.ts';

function setUp(wanted: WantedAudio = { language: undefined }) {
  const { video } = fakeVideo();
  const life = new AbortController();
  const report = vi.fn<(patch: Partial<MediaState>) => void>();
  const natives = [
    { id: 'a', label: 'English', language: 'eng', enabled: true },
    { id: 'b', label: 'Deutsch', language: 'ger', enabled: false },
  ];
  const list = Object.assign(new EventTarget(), { length: 2, 0: natives[0], 1: natives[1] });
  Object.defineProperty(video, 'audioTracks', { value: list });
  const choose = followNativeAudio(video, { signal: life.signal, wanted, report });
  const change = () => list.dispatchEvent(new Event('change'));
  const enabled = () => natives.filter(({ enabled }) => enabled).map(({ id }) => id);
  return { choose, change, enabled, report, life };
}

test('the browser’s tracks are reported, with the active one', () => {
  const { change, report } = setUp();
  change();
  expect(report).toHaveBeenCalledExactlyOnceWith({
    audioTracks: [
      { id: '0', label: 'English', language: 'en' },
      { id: '1', label: 'Deutsch', language: 'de' },
    ],
    audioTrack: '0',
  });
});

test('the language that was chosen last is used until another one is chosen', () => {
  const { change, enabled, choose } = setUp({ language: 'de' });
  change();
  expect(enabled()).toEqual(['b']);
  expect(choose('0')).toMatchObject({ language: 'en' });
  change();
  expect(enabled()).toEqual(['a']);
});

test('a removed source reports nothing', () => {
  const { change, report, life } = setUp();
  life.abort();
  change();
  expect(report).not.toHaveBeenCalled();
});

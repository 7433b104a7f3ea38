// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { offerHlsAirPlay } from './airplay.ts';

function setUp(playlist: string, { isSafari = true } = {}) {
  const video = document.createElement('video');
  video.append(document.createElement('source'));
  Object.assign(video, { disableRemotePlayback: true });
  if (isSafari) Object.assign(video, { webkitShowPlaybackTargetPicker: () => undefined });
  const hls = {
    startLoad: vi.fn<(at?: number) => void>(),
    stopLoad: vi.fn<() => void>(),
  };
  const life = new AbortController();
  const open = offerHlsAirPlay(hls, video, playlist, life.signal);
  const sources = () => [...video.querySelectorAll('source')].map(({ type, src }) => [type, src]);
  function goWireless(isWireless: boolean) {
    Object.assign(video, { webkitCurrentPlaybackTargetIsWireless: isWireless });
    video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
  }
  return { video, hls, life, sources, goWireless, open };
}

const ALTERNATIVE = ['application/x-mpegURL', 'http://localhost:3000/stream/ticket/index.m3u8'];

test('Safari gets the playlist as a second source once the media source is open', () => {
  const { video, open, sources, life } = setUp('/stream/ticket/index.m3u8');
  expect(sources()).toHaveLength(1);
  expect(video.disableRemotePlayback).toBe(true);
  open();
  expect(sources()[1]).toEqual(ALTERNATIVE);
  expect(video.disableRemotePlayback).toBe(false);
  life.abort();
  expect(sources()).toHaveLength(1);
});

test('while another screen plays nothing is loaded here, and afterwards loading resumes', () => {
  const { video, hls, life, goWireless } = setUp('https://films.test/a.m3u8');
  goWireless(true);
  goWireless(true);
  expect(hls.stopLoad).toHaveBeenCalledOnce();
  video.currentTime = 42;
  goWireless(false);
  expect(hls.startLoad).toHaveBeenCalledExactlyOnceWith(42);
  life.abort();
  goWireless(true);
  expect(hls.stopLoad).toHaveBeenCalledOnce();
});

test.each([
  ['a blob address of this page', 'blob:https://site.test/1', {}],
  ['a browser without AirPlay', 'https://films.test/a.m3u8', { isSafari: false }],
])('%s is left unchanged', (_, playlist, how) => {
  const { hls, open, sources, goWireless, video } = setUp(playlist, how);
  open();
  goWireless(true);
  expect(sources()).toHaveLength(1);
  expect(video.disableRemotePlayback).toBe(true);
  expect(hls.stopLoad).not.toHaveBeenCalled();
});

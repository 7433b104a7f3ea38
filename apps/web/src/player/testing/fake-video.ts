import { vi } from 'vitest';

export interface VideoFacts {
  paused: boolean;
  currentTime: number;
  duration: number;
  buffered: readonly (readonly [number, number])[];
  readyState: number;
  ended: boolean;
  seeking: boolean;
  error: { code: number; message: string } | null;
}

/** A `<video>` with properties and events that the test sets. */
export function fakeVideo() {
  const facts: VideoFacts = {
    paused: true,
    currentTime: 0,
    duration: Number.NaN,
    buffered: [],
    readyState: 0,
    ended: false,
    seeking: false,
    error: null,
  };
  const video = document.createElement('video');
  for (const name of ['duration', 'readyState', 'ended', 'seeking', 'error', 'paused'] as const) {
    Object.defineProperty(video, name, { get: () => facts[name] });
  }
  Object.defineProperty(video, 'buffered', {
    get: () => ({
      length: facts.buffered.length,
      start: (at: number) => facts.buffered[at]?.[0],
      end: (at: number) => facts.buffered[at]?.[1],
    }),
  });
  Object.defineProperty(video, 'currentTime', {
    get: () => facts.currentTime,
    set: (seconds: number) => {
      facts.currentTime = seconds;
    },
  });
  const play = vi.spyOn(video, 'play').mockImplementation(() => {
    facts.paused = false;
    return Promise.resolve();
  });
  const pause = vi.spyOn(video, 'pause').mockImplementation(() => {
    facts.paused = true;
  });
  const load = vi.spyOn(video, 'load').mockImplementation(() => {
    Object.assign(facts, { currentTime: 0, readyState: 0, error: null, paused: true });
  });

  /** Sets properties and dispatches the event. */
  function dispatch(event: string, change: Partial<VideoFacts> = {}) {
    Object.assign(facts, change);
    video.dispatchEvent(new Event(event));
  }

  return { video, facts, dispatch, play, pause, load };
}

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Profiler } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import en from '#i18n/locales/en.json' with { type: 'json' };

import { PlayerContainer } from './ui/PlayerContainer.tsx';
import { createPlayer } from './player.ts';
import type { PlayerState } from './state/state.ts';
import { fakeEngines } from './testing/fake-engine.ts';
import { MOVIE } from './testing/streams.ts';
import { PlayerContext } from './use-player.ts';
import type * as UsePlayer from './use-player.ts';

const { picked } = vi.hoisted(() => ({
  picked: new Set<(state: PlayerState) => unknown>(),
}));

/** Records the selections of components; the rest is real. */
vi.mock('./use-player.ts', async (importOriginal) => {
  const real = await importOriginal<typeof UsePlayer>();
  const usePlayerState: typeof UsePlayer.usePlayerState = (selector) => {
    picked.add(selector);
    return real.usePlayerState(selector);
  };
  return { ...real, usePlayerState };
});

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  }),
);
beforeEach(() => {
  vi.useFakeTimers();
  picked.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A movie of an hour at its tenth second, playing. */
function watchMovie() {
  const engines = fakeEngines();
  const player = createPlayer({ createEngine: engines.create });
  const draw = vi.fn();
  render(
    <Profiler id="player" onRender={draw}>
      <PlayerContext value={player}>
        <PlayerContainer title="Night" back={null} />
      </PlayerContext>
    </Profiler>,
  );
  act(() => {
    player.load(MOVIE, { startAt: 10, autoplay: true });
    const playing = { paused: false, hasPlayed: true, duration: 3_600, time: 10, buffered: 30 };
    engines.last().reports.state(playing, 'ready');
  });
  const at = (time: number) =>
    act(() => engines.last().reports.state({ time, buffered: time + 20 }));
  const place = () =>
    screen.getByRole('slider', { name: 'Playback position' }).getAttribute('value');
  draw.mockClear();
  return { player, draw, at, place };
}

test('while the controls are hidden passing time renders nothing', () => {
  const { draw, at } = watchMovie();
  for (let time = 10; time < 20; time += 0.25) at(time);
  expect(draw).not.toHaveBeenCalled();
});

test('hidden controls keep a rough position for screen readers', () => {
  const { draw, at, place } = watchMovie();
  for (let time = 10; time <= 40; time += 0.25) at(time);
  expect(place()).toBe('40');
  expect(draw.mock.calls.length).toBeLessThanOrEqual(6);
});

test('controls that appear show the exact second', () => {
  const { player, at, place } = watchMovie();
  at(17);
  expect(place()).toBe('10');
  act(() => player.controls.wake());
  expect(place()).toBe('17');
  expect(screen.getByText('0:17 / 1:00:00')).toBeDefined();
  at(18);
  expect(place()).toBe('18');
});

test('only the time display is rendered when only the time has changed', () => {
  const { player, at } = watchMovie();
  act(() => player.controls.wake());
  const before = player.store.getState();
  at(10.25);
  const after = player.store.getState();
  expect(picked.size).toBeGreaterThan(20);
  const moved = [...picked].filter((pick) => !Object.is(pick(before), pick(after)));
  expect(moved.map(String)).toEqual([]);
});

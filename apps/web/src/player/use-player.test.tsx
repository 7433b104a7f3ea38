// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Profiler } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import en from '#i18n/locales/en.json' with { type: 'json' };

import { PlayerContainer } from './ui/PlayerContainer.tsx';
import { PlayerProvider } from './PlayerProvider.tsx';
import { createPlayer } from './player.ts';
import type { PlayerState } from './state/state.ts';
import { fakeEngines } from './testing/fake-engine.ts';
import { FILM } from './testing/streams.ts';
import type * as UsePlayer from './use-player.ts';

const { picked } = vi.hoisted(() => ({
  picked: new Set<(state: PlayerState) => unknown>(),
}));

/** Remembers what components pick; the rest is the real thing. */
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

/** A film of an hour at its tenth second, running. */
function watchFilm() {
  const engines = fakeEngines();
  const player = createPlayer({ createEngine: engines.create });
  const draw = vi.fn();
  render(
    <Profiler id="player" onRender={draw}>
      <PlayerProvider player={player}>
        <PlayerContainer title="Night" back={null} />
      </PlayerProvider>
    </Profiler>,
  );
  act(() => {
    player.load(FILM, { startAt: 10, autoplay: true });
    const heard = { paused: false, hasPlayed: true, duration: 3_600, time: 10, buffered: 30 };
    engines.last().reports.state(heard, 'ready');
  });
  const at = (time: number) =>
    act(() => engines.last().reports.state({ time, buffered: time + 20 }));
  const place = () => screen.getByRole('slider', { name: 'Position' }).getAttribute('value');
  draw.mockClear();
  return { player, draw, at, place };
}

test('while the controls are hidden the time that goes by draws nothing', () => {
  const { draw, at } = watchFilm();
  for (let time = 10; time < 20; time += 0.25) at(time);
  expect(draw).not.toHaveBeenCalled();
});

test('hidden controls keep a rough position for screen readers', () => {
  const { draw, at, place } = watchFilm();
  for (let time = 10; time <= 40; time += 0.25) at(time);
  expect(place()).toBe('40');
  expect(draw.mock.calls.length).toBeLessThanOrEqual(6);
});

test('controls that appear show the very second', () => {
  const { player, at, place } = watchFilm();
  at(17);
  expect(place()).toBe('10');
  act(() => player.controls.wake());
  expect(place()).toBe('17');
  expect(screen.getByText('0:17 / 1:00:00')).toBeDefined();
  at(18);
  expect(place()).toBe('18');
});

test('nothing but what shows the time is drawn when only the time has changed', () => {
  const { player, at } = watchFilm();
  act(() => player.controls.wake());
  const before = player.store.getState();
  at(10.25);
  const after = player.store.getState();
  expect(picked.size).toBeGreaterThan(20);
  const moved = [...picked].filter((pick) => !Object.is(pick(before), pick(after)));
  expect(moved.map(String)).toEqual([]);
});

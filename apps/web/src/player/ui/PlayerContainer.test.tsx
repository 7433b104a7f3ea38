// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import en from '#i18n/locales/en.json' with { type: 'json' };

import { PlayerContainer } from './PlayerContainer.tsx';
import { createPlayer } from '../player.ts';
import { fakeEngines } from '../testing/fake-engine.ts';
import { PlayerContext } from '../use-player.ts';
import { MOVIE } from '../testing/streams.ts';
import { installVttCue } from '../testing/vtt-cue.ts';

beforeAll(async () => {
  installVttCue();
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

function setUp() {
  const engines = fakeEngines();
  const player = createPlayer({
    createEngine: engines.create,
    loadCaption: () =>
      Promise.resolve('1\n00:00:00,000 --> 00:01:00,000\n<i>Hi</i> <img src=x onerror=alert(1)>\n'),
  });
  const back = <a href="/">{'Back to home'}</a>;
  const view = render(
    <PlayerContext value={player}>
      <PlayerContainer title="Night of the Living Dead" subtitle="1968" back={back}>
        <p>{'Looking for sources'}</p>
      </PlayerContainer>
    </PlayerContext>,
  );
  function start() {
    act(() => {
      player.load(MOVIE, { startAt: 10, autoplay: true });
      const playing = { paused: false, hasPlayed: true, duration: 60, time: 10, buffered: 30 };
      engines.last().reports.state(playing, 'ready');
    });
  }
  return { ...view, engines, player, start, user: userEvent.setup(), state: player.store.getState };
}

describe('without a video', () => {
  test('the title, the back link and the screen are shown, and no control without effect', () => {
    setUp();
    expect(screen.getByRole('heading', { name: 'Night of the Living Dead' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to home' })).toBeDefined();
    expect(screen.getByText('Looking for sources')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('slider')).toBeNull();
  });
});

describe('with a video', () => {
  test('every control has a name', () => {
    const { start } = setUp();
    start();
    expect(screen.getAllByRole('button').map((button) => button.title)).toEqual([
      'Pause',
      'Skip back 10 seconds',
      'Skip forward 10 seconds',
      'Mute',
      'Show time remaining',
      'Subtitles',
      'Full screen',
    ]);
    const bar = screen.getByRole('slider', { name: 'Playback position' });
    expect(bar.getAttribute('aria-valuetext')).toBe('0:10 of 1:00');
  });

  test('the keyboard moves the seek bar', async () => {
    const { start, user, state } = setUp();
    start();
    screen.getByRole('slider', { name: 'Playback position' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(state().media.time).toBe(20);
    await user.keyboard('{Home}');
    expect(state().media.time).toBe(0);
    await user.keyboard('{End}');
    expect(state().media.time).toBe(60);
    await user.keyboard('{PageDown}{PageUp}');
    expect(state().media.time).toBe(60);
  });

  test('buttons act and are labelled with their next action', async () => {
    const { start, user, state } = setUp();
    start();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(state().media.paused).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Play' }));
    await user.click(screen.getByRole('button', { name: 'Skip forward 10 seconds' }));
    expect(state().media).toMatchObject({ paused: false, time: 20 });
    await user.click(screen.getByRole('button', { name: 'Mute' }));
    expect(screen.getByRole('button', { name: 'Unmute' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(screen.getByRole('button', { name: 'Exit full screen' })).toBeDefined();
  });

  test('the label shows elapsed and remaining time', async () => {
    const { start, user } = setUp();
    start();
    await user.click(screen.getByRole('button', { name: '0:10 / 1:00' }));
    expect(screen.getByRole('button', { name: /^0:50 left · ends at / })).toBeDefined();
  });

  test('captions are text, never markup of the file', async () => {
    const { start, user, container } = setUp();
    start();
    await user.click(screen.getByRole('button', { name: 'Subtitles', pressed: false }));
    await screen.findByRole('button', { name: 'Subtitles', pressed: true });
    const caption = await screen.findByText('Hi');
    expect(caption.tagName).toBe('I');
    expect(caption.closest('p')?.dir).toBe('auto');
    expect(container.querySelector('img')).toBeNull();
  });

  test('a start that the browser denied is offered as a button', async () => {
    const { start, user, engines, state } = setUp();
    start();
    act(() => engines.last().reports.state({ paused: true, hasPlayed: false }));
    await user.click(screen.getByRole('button', { name: 'Start playing' }));
    expect(state().media.paused).toBe(false);
  });

  test('waiting shows a status', () => {
    const { start, engines } = setUp();
    start();
    expect(screen.queryByRole('status', { name: 'Loading…' })).toBeNull();
    act(() => engines.last().reports.state({}, 'stalled'));
    expect(screen.getByRole('status', { name: 'Loading…' })).toBeDefined();
  });

  test('on touch screens there are three large buttons in the center', async () => {
    const { start, player, user, state } = setUp();
    start();
    act(() => player.controls.sawPointer('touch'));
    const play = screen.getAllByRole('button', { name: 'Pause' });
    expect(play).toHaveLength(1);
    await user.pointer({ keys: '[TouchA]', target: play[0]! });
    expect(state().media.paused).toBe(true);
  });

  test('leaving the page stops the engine', () => {
    const { start, unmount, engines } = setUp();
    start();
    unmount();
    expect(engines.last().engine.destroy).toHaveBeenCalledOnce();
  });
});

test('a movie whose element was replaced continues in another one, at the same second', () => {
  const { container, engines, player, start } = setUp();
  start();
  const before = container.querySelector('video');
  act(() => player.store.setState(({ audio }) => ({ audio: { ...audio, elements: 1 } })));
  const after = container.querySelector('video');
  expect(after).not.toBe(before);
  expect(engines.made).toHaveLength(2);
  expect(engines.last().engine.load).toHaveBeenCalledExactlyOnceWith(MOVIE, {
    startAt: 10,
    autoplay: true,
  });
});

test('a swipe through a live stream shows how far behind its edge it leads', () => {
  const { player, engines, start } = setUp();
  start();
  act(() => {
    const live = { start: 3_600, end: 3_660 };
    engines.last().reports.state({ duration: 0, live, time: 3_650 });
    player.gestures.seek(3_650, 3_625);
  });
  expect(screen.getByText('\u22120:35', { selector: '[data-seek] > span' })).toBeDefined();
});

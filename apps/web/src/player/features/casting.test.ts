// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { openCastSession } from '../engine/cast/session.ts';
import { installFakeCast } from '../../../../../tests/support/fakes/cast-television.ts';
import type { FakeTelevision } from '../../../../../tests/support/fakes/television.ts';
import { playing } from '../testing/playing.ts';

let television: FakeTelevision;
beforeEach(() => {
  television = installFakeCast(window);
  vi.stubGlobal('PresentationRequest', class {});
});
afterEach(() => vi.unstubAllGlobals());

const open = (reports: Parameters<typeof openCastSession>[1]) => openCastSession(document, reports);

function setUp(joins = false) {
  const house = playing({ casting: { joins, open } });
  const cast = () => house.state().cast;
  return { ...house, cast };
}

const loads = () => vi.waitFor(() => expect(television.loads).not.toEqual([]));

test('casting continues at the same second, and reports of the old engine are ignored', async () => {
  const { player, engines, state, cast } = setUp();
  const local = engines.last();
  local.reports.state({ time: 21 });
  await player.toggleCasting();
  await loads();
  expect(cast()).toMatchObject({ at: 'connected', device: 'Living Room', error: null });
  expect(local.engine.destroy).toHaveBeenCalledOnce();
  expect(television.loads[0]).toMatchObject({ currentTime: 21, autoplay: true });
  local.reports.state({ time: 3 });
  television.tick(1);
  expect(state().media).toMatchObject({ time: 22, paused: false, volume: 0.4 });
});

test('the movie returns at the second of the television, at the earlier local volume', async () => {
  const { player, engines, state, cast } = setUp();
  player.setVolume(0.8);
  await player.toggleCasting();
  await loads();
  television.tick(9);
  await player.toggleCasting();
  expect(engines.made).toHaveLength(2);
  expect(engines.last().engine.load).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    startAt: 19,
    autoplay: true,
  });
  expect(state().media.volume).toBe(0.8);
  expect(cast()).toMatchObject({ at: 'idle', device: null });
});

test('a television that is switched off returns the movie, too', async () => {
  const { player, engines, state } = setUp();
  await player.toggleCasting();
  await loads();
  television.tick(5);
  player.pause();
  television.leave();
  expect(engines.last().engine.load).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    startAt: 15,
    autoplay: false,
  });
  expect(state().cast.at).toBe('idle');
});

test('a session of this site resumes without a command', async () => {
  television.join();
  const { cast } = setUp(true);
  await loads();
  expect(cast()).toMatchObject({ at: 'connected', isOffered: true });
  expect(television.options).toEqual([
    { receiverApplicationId: 'CC1AD845', autoJoinPolicy: 'origin_scoped' },
  ]);
});

test('without an earlier cast it joins no session', () => {
  television.join();
  const { cast } = setUp();
  expect(cast()).toMatchObject({ at: 'idle', isOffered: true });
  expect(television.options).toEqual([]);
});

describe('failures', () => {
  test.each([
    ['cancel', null],
    ['receiver_unavailable', 'noDevice'],
  ])('%s leaves the movie here', async (refusal, error) => {
    const { player, engines, cast } = setUp();
    television.refusal = refusal;
    await player.toggleCasting();
    expect(cast()).toMatchObject({ at: 'idle', error });
    expect(engines.made).toHaveLength(1);
  });

  test('a script that fails to load is tried again by the next press', async () => {
    const opens = vi.fn(open).mockRejectedValueOnce(new Error('offline'));
    const { player, state } = playing({ casting: { joins: false, open: opens } });
    await player.toggleCasting();
    expect(state().cast).toMatchObject({ at: 'idle', error: 'unreachable' });
    await player.toggleCasting();
    expect(state().cast).toMatchObject({ at: 'connected', error: null });
  });

  test('a closed page receives nothing more', async () => {
    const { player, cast } = setUp();
    await player.toggleCasting();
    await loads();
    player.destroy();
    await Promise.resolve();
    television.leave();
    expect(cast().at).toBe('connected');
  });

  test.each([
    ['the operator has disabled it', undefined],
    ['the browser does not support it', { joins: true, open }],
  ])('there is no button when %s', (why, casting) => {
    if (why.includes('browser')) vi.unstubAllGlobals();
    const { state } = playing({ casting });
    expect(state().cast.isOffered).toBe(false);
  });
});

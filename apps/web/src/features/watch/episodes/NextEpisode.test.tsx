// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { isNextDue, isNextNear } from '#player/state/selectors.ts';
import { playing } from '#player/testing/playing.ts';
import { whenFirst } from './NextEpisode.tsx';

function setUp() {
  const made = playing();
  const prepare = vi.fn();
  const go = vi.fn();
  const report = made.engines.last().reports.state;
  // 45 minutes.
  report({ duration: 2_700 });
  whenFirst(made.player, isNextNear, prepare);
  const stop = whenFirst(made.player, isNextDue, go);
  return { ...made, prepare, go, report, stop };
}

describe('the action', () => {
  test('runs once, shortly before the end', () => {
    const { prepare, go, report } = setUp();
    report({ time: 2_500 });
    expect(prepare).not.toHaveBeenCalled();
    report({ time: 2_566 });
    report({ time: 2_570 });
    expect(prepare).toHaveBeenCalledOnce();
    expect(go).not.toHaveBeenCalled();
  });

  test('runs once, in the last percent', () => {
    const { go, report } = setUp();
    report({ time: 2_672 });
    expect(go).not.toHaveBeenCalled();
    report({ time: 2_673 });
    report({ time: 2_680 });
    expect(go).toHaveBeenCalledOnce();
  });

  test('runs if the video has already ended', () => {
    const { player, report } = setUp();
    report({ time: 2_700, paused: true }, 'ended');
    const late = vi.fn();
    whenFirst(player, isNextDue, late);
    expect(late).toHaveBeenCalledOnce();
  });
});

describe('the action does not run', () => {
  test('while the video is paused in the credits', () => {
    const { go, player, report } = setUp();
    player.pause();
    report({ time: 2_690 });
    expect(go).not.toHaveBeenCalled();
    player.play();
    expect(go).toHaveBeenCalledOnce();
  });

  test('while a menu is open', () => {
    const { go, player, report } = setUp();
    player.controls.openMenu(true);
    report({ time: 2_690 });
    expect(go).not.toHaveBeenCalled();
    player.controls.openMenu(false);
    expect(go).toHaveBeenCalledOnce();
  });

  test('while the user scrubs or the video seeks', () => {
    const { go, player, report } = setUp();
    player.scrub.move(2_695);
    report({ time: 2_690, paused: false });
    report({ time: 10 });
    player.scrub.cancel();
    report({ time: 2_690, seeking: true });
    expect(go).not.toHaveBeenCalled();
    report({ seeking: false });
    expect(go).toHaveBeenCalledOnce();
  });

  test('for a live stream, or before playback', () => {
    const { go, report, prepare } = setUp();
    report({ duration: Infinity, time: 9_000 });
    report({ duration: 2_700, time: 2_700, hasPlayed: false });
    expect(go).not.toHaveBeenCalled();
    expect(prepare).not.toHaveBeenCalled();
  });

  test('after it is cancelled', () => {
    const { go, report, stop } = setUp();
    stop();
    report({ time: 2_690 });
    expect(go).not.toHaveBeenCalled();
  });
});

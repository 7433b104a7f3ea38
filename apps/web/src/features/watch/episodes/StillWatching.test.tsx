import { expect, test } from 'vitest';
import { createInactivityCounter } from './StillWatching.tsx';

test('the prompt is due after three episodes without input', () => {
  const { episodeEnded } = createInactivityCounter();
  expect([episodeEnded(), episodeEnded(), episodeEnded()]).toEqual([false, false, true]);
});

test.each(['keydown', 'pointerdown', 'wheel'])('a %s resets the count', (input) => {
  const page = new EventTarget();
  const { episodeEnded, observeInput } = createInactivityCounter();
  const stop = observeInput(page);
  episodeEnded();
  episodeEnded();
  page.dispatchEvent(new Event(input));
  expect(episodeEnded()).toBe(false);
  expect(episodeEnded()).toBe(false);
  stop();
  page.dispatchEvent(new Event(input));
  expect(episodeEnded()).toBe(true);
});

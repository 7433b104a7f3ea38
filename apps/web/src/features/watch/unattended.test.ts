import { expect, test } from 'vitest';
import { createUnattended } from './unattended.ts';

test('after three episodes without a touch it is time to ask', () => {
  const { episodeEnded } = createUnattended();
  expect([episodeEnded(), episodeEnded(), episodeEnded()]).toEqual([false, false, true]);
});

test.each(['keydown', 'pointerdown', 'wheel'])('a %s begins the count anew', (input) => {
  const page = new EventTarget();
  const { episodeEnded, watch } = createUnattended();
  const stop = watch(page);
  episodeEnded();
  episodeEnded();
  page.dispatchEvent(new Event(input));
  expect(episodeEnded()).toBe(false);
  expect(episodeEnded()).toBe(false);
  stop();
  page.dispatchEvent(new Event(input));
  expect(episodeEnded()).toBe(true);
});

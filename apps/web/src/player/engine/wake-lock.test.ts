import { expect, test, vi } from 'vitest';
import { createWakeLock } from './wake-lock.ts';

function setUp({ refuses = false } = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const held: { released: boolean }[] = [];
  const request = vi.fn(async () => {
    await Promise.resolve();
    if (refuses) throw new DOMException('battery', 'NotAllowedError');
    const sentinel = Object.assign(new EventTarget(), {
      released: false,
      type: 'screen' as const,
      onrelease: null,
      release: async () => {
        sentinel.released = true;
      },
    });
    held.push(sentinel);
    return sentinel;
  });
  const lock = createWakeLock(page, { request });
  const show = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const isLit = () => held.some(({ released }) => !released);
  return { lock, request, held, show, isLit };
}

test('the screen stays lit as long as it is wanted', async () => {
  const { lock, isLit, request } = setUp();
  lock.want(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  lock.want(true);
  expect(request).toHaveBeenCalledOnce();
  lock.want(false);
  await vi.waitFor(() => expect(isLit()).toBe(false));
});

test('what the browser took back from a hidden page is asked for again when it is shown', async () => {
  const { lock, held, show, isLit, request } = setUp();
  lock.want(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  for (const sentinel of held) sentinel.released = true;
  show('hidden');
  expect(request).toHaveBeenCalledOnce();
  show('visible');
  await vi.waitFor(() => expect(isLit()).toBe(true));
});

test('who stops while the browser still thinks is not left with a lit screen', async () => {
  const { lock, held, isLit } = setUp();
  lock.want(true);
  lock.want(false);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await vi.waitFor(() => expect(isLit()).toBe(false));
});

test('a refusal is taken quietly, and the next wish is a new one', async () => {
  const { lock, request } = setUp({ refuses: true });
  lock.want(true);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  await Promise.resolve();
  await Promise.resolve();
  lock.want(true);
  expect(request).toHaveBeenCalledTimes(2);
});

test('in the end the screen is free, for good', async () => {
  const { lock, isLit, show, request } = setUp();
  lock.want(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  lock.destroy();
  await vi.waitFor(() => expect(isLit()).toBe(false));
  show('visible');
  expect(request).toHaveBeenCalledOnce();
});

test('a browser without wake locks is left alone', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const lock = createWakeLock(page, undefined);
  expect(() => lock.want(true)).not.toThrow();
});

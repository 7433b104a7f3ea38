import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { solveRecaptcha } from './recaptcha.ts';

/** The script does nothing until a test resolves it. */
let script: EventTarget & { src?: string; remove: () => void };

beforeEach(() => {
  vi.useFakeTimers();
  script = Object.assign(new EventTarget(), { remove: vi.fn() });
  const head = { append: vi.fn() };
  vi.stubGlobal('document', { createElement: () => script, head });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  globalThis.grecaptcha = undefined;
});

let keys = 0;

/** Each key has its own script. */
function createSolve() {
  keys += 1;
  const key = `key-${keys}`;
  return (signal = new AbortController().signal) => solveRecaptcha(key, signal);
}

/** Handled at once: an unhandled rejection ends the run. */
const outcomeOf = (solving: Promise<string>): Promise<string> => solving.catch(String);

test('waiting for a script that never loads times out', async () => {
  const solve = createSolve();
  const outcome = outcomeOf(solve());
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toContain('timed out');
});

test('waiting for a widget that never responds times out', async () => {
  const solve = createSolve();
  const outcome = outcomeOf(solve());
  await vi.advanceTimersByTimeAsync(0);
  globalThis.grecaptcha = { ready: (then) => then(), execute: () => new Promise(() => undefined) };
  script.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toContain('timed out');
});

test('an abort ends the wait', async () => {
  const solve = createSolve();
  const life = new AbortController();
  const outcome = outcomeOf(solve(life.signal));
  await vi.advanceTimersByTimeAsync(0);
  life.abort(new Error('enough'));
  expect(await outcome).toContain('enough');
});

test('a script that failed is loaded again the next time', async () => {
  const solve = createSolve();
  const first = outcomeOf(solve());
  script.dispatchEvent(new Event('error'));
  expect(await first).toContain("couldn't load");
  const second = solve();
  globalThis.grecaptcha = {
    ready: (then) => then(),
    execute: (key, { action }) => Promise.resolve(`${key} ${action}`),
  };
  script.dispatchEvent(new Event('load'));
  expect(await second).toMatch(/^key-\d register$/);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFolderWatcher } from './folder-watcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching(most = Infinity) {
  const listeners = new Map<string, () => void>();
  const changes: (readonly string[])[] = [];
  const warnings: string[] = [];
  const watch = createFolderWatcher({
    store: {
      name: 'Films',
      watch: (folder, onChange) => {
        if (listeners.size >= most) throw new Error('ENOSPC');
        listeners.set(folder, onChange);
        return () => void listeners.delete(folder);
      },
    },
    settleMs: 2_000,
    onChanged: (folders) => void changes.push(folders),
    warn: (message) => void warnings.push(message),
  });
  return { watch, listeners, changes, warnings };
}

test('many changes at once cause one scan, and each folder is named once', () => {
  const { watch, listeners, changes } = watching();
  for (const folder of ['a', 'b']) watch.add(folder);
  for (const folder of ['a', 'b', 'a']) listeners.get(folder)?.();
  vi.advanceTimersByTime(1_999);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual([['a', 'b']]);
});

test('constant changes do not prevent a scan', () => {
  const { watch, listeners, changes } = watching();
  watch.add('a');
  for (let at = 0; at < 10; at += 1) {
    listeners.get('a')?.();
    vi.advanceTimersByTime(1_000);
  }
  expect(changes.length).toBeGreaterThan(3);
});

test('when the system’s limit is reached, it is logged once, and existing watches stay', () => {
  const { watch, listeners, changes, warnings } = watching(1);
  for (const folder of ['a', 'b', 'c']) watch.add(folder);
  expect(warnings).toEqual(["Films can't be watched (ENOSPC): changes appear after some minutes"]);
  listeners.get('a')?.();
  vi.advanceTimersByTime(2_000);
  expect(changes).toEqual([['a']]);
});

test('removed folders and stopped watchers are no longer watched', () => {
  const { watch, listeners, changes } = watching();
  for (const folder of ['a', 'b']) watch.add(folder);
  watch.remove('a');
  expect([...listeners.keys()]).toEqual(['b']);
  listeners.get('b')?.();
  watch.stop();
  vi.advanceTimersByTime(10_000);
  expect([changes, listeners.size]).toEqual([[], 0]);
});

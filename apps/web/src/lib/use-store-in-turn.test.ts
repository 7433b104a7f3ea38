// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { useStoreInTurn } from './use-store-in-turn.ts';

afterEach(cleanup);

const countOf = ({ count }: { readonly count: number }) => count;
const setUp = () => createStore<{ count: number; other: number }>(() => ({ count: 1, other: 1 }));

test('a change is drawn, but not in the task that made it', async () => {
  const store = setUp();
  const { result } = renderHook(() => useStoreInTurn(store, countOf));
  await act(async () => {
    flushSync(() => store.setState({ count: 2 }));
    expect(result.current).toBe(1);
  });
  expect(result.current).toBe(2);
});

test('a change between the drawing and the listening is not missed', () => {
  const store = setUp();
  const { result } = renderHook(() => {
    useLayoutEffect(() => store.setState({ count: 3 }), []);
    return useStoreInTurn(store, countOf);
  });
  expect(result.current).toBe(3);
});

test('what was not selected draws nothing', () => {
  const store = setUp();
  let drawn = 0;
  renderHook(() => {
    drawn += 1;
    return useStoreInTurn(store, countOf);
  });
  const before = drawn;
  act(() => store.setState({ other: 2 }));
  expect(drawn).toBe(before);
});

test('whoever has gone is told nothing', () => {
  const store = setUp();
  const { result, unmount } = renderHook(() => useStoreInTurn(store, countOf));
  unmount();
  act(() => store.setState({ count: 2 }));
  expect(result.current).toBe(1);
});

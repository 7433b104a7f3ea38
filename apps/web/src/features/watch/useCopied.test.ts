// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCopied } from './useCopied.ts';

const copyText = vi.hoisted(() => vi.fn<(text: string) => Promise<boolean>>());
vi.mock('#lib/copy-text.ts', () => ({ copyText }));

beforeEach(() => {
  vi.useFakeTimers();
  copyText.mockResolvedValue(true);
});
afterEach(() => void vi.useRealTimers());

test('the copied state lasts two seconds, restarted by another copy', async () => {
  const { result } = renderHook(useCopied);
  const copy = () => act(() => result.current.copy('x'));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  await copy();
  pass(1_999);
  expect(result.current.isCopied).toBe(true);
  await copy();
  pass(1_999);
  expect(result.current.isCopied).toBe(true);
  pass(1);
  expect(result.current.isCopied).toBe(false);
});

test('a failed copy shows no copied state', async () => {
  copyText.mockResolvedValue(false);
  const { result } = renderHook(useCopied);
  await act(() => result.current.copy('x'));
  expect(result.current.isCopied).toBe(false);
});

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitLinkGuest, sendSeed } from '#data/account/link.ts';
import { loadPageTexts, startLanguages } from '#i18n/index.ts';
import { addModalDialogs } from '#ui/testing/modal-dialogs.ts';
import { LinkCard, qrPath } from './LinkCard.tsx';

vi.mock(import('#data/account/link.ts'), async (original) => ({
  ...(await original()),
  awaitLinkGuest: vi.fn<typeof awaitLinkGuest>(),
  sendSeed: vi.fn<typeof sendSeed>(),
}));

startLanguages();
await loadPageTexts('side', 'admin');
beforeEach(() => {
  addModalDialogs();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const guest = { device: 'TV', number: '4821', key: new Uint8Array(32), replyId: 'r' };
  vi.mocked(awaitLinkGuest).mockResolvedValue({ is: 'requested', guest });
  vi.mocked(sendSeed).mockReset().mockResolvedValue({ is: 'replied' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function offer(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LinkCard seed={new Uint8Array(32)} />
    </QueryClientProvider>,
  );
  await press('Link a device');
  expect(screen.getByRole('dialog', { name: 'Is this your device?' })).toBeDefined();
}

test('a device that still waits is linked', async () => {
  await offer();
  await wait(100_000);
  await press('Link device');
  expect(screen.getByRole('dialog', { name: 'Device linked' })).toBeDefined();
  await wait(60_000);
  expect(screen.getByRole('dialog', { name: 'Device linked' })).toBeDefined();
});

test('a device that gave up waiting gets nothing, and is not said to be linked', async () => {
  await offer();
  await wait(120_000);
  expect(screen.getByRole('alert').textContent).toContain('The code has expired');
  expect(screen.queryByRole('button', { name: 'Link device' })).toBeNull();
});

test('nor after the page slept meanwhile, with its timers', async () => {
  await offer();
  vi.setSystemTime(Date.now() + 600_000);
  await press('Link device');
  expect(screen.getByRole('alert').textContent).toContain('The code has expired');
  expect(sendSeed).not.toHaveBeenCalled();
});

test('a device that was refused stays refused', async () => {
  await offer();
  await press("Don't link");
  await wait(120_000);
  expect(screen.getByRole('alert').textContent).toContain("You didn't link the device");
});

test('adjacent dark modules of a row are one stroke', () => {
  expect(
    qrPath([
      [false, true, true],
      [true, false, true],
      [false, false, false],
    ]),
  ).toBe('M1 0h2v1h-2zM0 1h1v1h-1zM2 1h1v1h-1z');
});

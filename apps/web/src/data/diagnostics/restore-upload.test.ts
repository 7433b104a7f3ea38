// @vitest-environment jsdom
import { UPLOAD_PART_BYTES } from '@matinee/shared/contract/restore';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restore, type RestoreStep } from './restore.ts';
import { backUp } from './server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PARTS = 3;
const FILE = new File([new Uint8Array(PARTS * UPLOAD_PART_BYTES)], 'matinee.tar');

/** A server that restores at once. `statusOf`: the status for each part; undefined for a broken connection. */
function serve(statusOf: (offset: number, attempt: number) => number | undefined) {
  const offsets: number[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href);
    if (method === 'PUT') {
      const offset = Number(searchParams.get('offset'));
      offsets.push(offset / UPLOAD_PART_BYTES);
      const attempt = offsets.filter((one) => one === offset / UPLOAD_PART_BYTES).length;
      const status = statusOf(offset / UPLOAD_PART_BYTES, attempt);
      if (status === undefined) throw new TypeError('Failed to fetch');
      return Response.json({ bytes: 0 }, { status });
    }
    if (method === 'POST') return Response.json({ id: 'one' });
    return Response.json(pathname.includes('restore') ? { is: 'done' } : {});
  });
  return offsets;
}

async function lastStep(signal = new AbortController().signal): Promise<RestoreStep | undefined> {
  let last: RestoreStep | undefined;
  const run = (async () => {
    for await (const step of restore({ file: FILE }, signal)) last = step;
  })();
  await vi.runAllTimersAsync();
  await run;
  return last;
}

test('a part whose connection breaks, or whose server restarts, is sent again', async () => {
  const offsets = serve((part, attempt) => {
    if (part === 1 && attempt === 1) return undefined;
    return part === 2 && attempt < 3 ? 502 : 200;
  });
  expect(await lastStep()).toEqual({ is: 'done' });
  expect(offsets).toEqual([0, 1, 1, 2, 2, 2]);
});

test.each([409, 507])('a part that the server rejects with %i ends the upload', async (status) => {
  const offsets = serve((part) => (part === 1 ? status : 200));
  expect(await lastStep()).toMatchObject({ is: 'failed', failure: { is: 'rejected', status } });
  expect(offsets).toEqual([0, 1]);
});

test('a server that stays away ends the upload', async () => {
  const offsets = serve(() => undefined);
  expect(await lastStep()).toEqual({ is: 'failed', failure: { is: 'unreachable' } });
  expect(offsets).toEqual([0, 0, 0, 0, 0]);
});

test('a backup whose server closes the connection before its end is not pending for ever', async () => {
  const event = 'event: progress\ndata: {"stage":"saving","fraction":0.2}\n\n';
  vi.stubGlobal('fetch', async () => new Response(event));
  const events = backUp(new AbortController().signal);
  expect((await events.next()).value).toMatchObject({ type: 'progress' });
  await expect(events.next()).rejects.toThrow('The connection was lost');
});

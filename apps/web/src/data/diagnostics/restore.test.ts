import { afterEach, expect, test, vi } from 'vitest';
import { restore, type RestoreStep } from './restore.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function stepsOf(
  state: () => Response,
  start: () => Promise<Response> = started,
): Promise<readonly RestoreStep['is'][]> {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit = {}) =>
    method === 'POST' ? start() : state(),
  );
  const steps: RestoreStep['is'][] = [];
  const ended = (async () => {
    const signal = new AbortController().signal;
    for await (const { is } of restore({ name: 'matinee-manual-20261126T120000Z.tar' }, signal)) {
      if (steps.at(-1) !== is) steps.push(is);
    }
  })();
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  await ended;
  return steps;
}

const started = async () => Response.json({ id: '7f3c1f2e-0d7b-4f5e-9b86-1d9f0f7a2b11' });
const failed = { is: 'failed', message: 'The file is damaged.' };

test('a failure that the server reports has changed nothing', async () => {
  expect(await stepsOf(() => Response.json(failed))).toEqual(['checking', 'failed']);
});

test('a server that no longer knows the restore is not said to have changed nothing', async () => {
  const unknown = () => Response.json({ message: 'There is no such restore.' }, { status: 404 });
  expect(await stepsOf(unknown)).toEqual(['checking', 'lost']);
});

test('a server that stays away is given up without a claim', async () => {
  const away = () => Response.json({ message: 'Away' }, { status: 503 });
  expect(await stepsOf(away)).toEqual(['checking', 'restoring', 'lost']);
});

test('a start without a response may have begun all the same, unlike a refused one', async () => {
  const state = () => Response.json(failed);
  const cut = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await stepsOf(state, cut)).toEqual(['checking', 'lost']);
  const refused = async () => Response.json({ message: 'A restore runs.' }, { status: 409 });
  expect(await stepsOf(state, refused)).toEqual(['checking', 'failed']);
});

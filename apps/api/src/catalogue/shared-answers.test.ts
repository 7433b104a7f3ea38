import { describe, expect, test, vi } from 'vitest';
import { refused, succeeded, type CatalogueAnswer } from './answer.ts';
import { createSharedAnswers, type Question } from './shared-answers.ts';

const patient = new AbortController().signal;

function setUp() {
  let at = 1_000;
  const shared = createSharedAnswers({ maxBytes: 10_000, now: () => at });
  const pending = Promise.withResolvers<CatalogueAnswer>();
  const ask = vi.fn((signal: AbortSignal) => {
    signal.addEventListener('abort', () => pending.reject(signal.reason));
    return pending.promise;
  });
  const question: Question = { key: '/movie/1', keepMs: 500, ask };
  return { shared, pending, ask, question, pass: (ms: number) => (at += ms) };
}

describe('shared answers', () => {
  test('two callers who ask the same at the same time cost one request', async () => {
    const { ask, pending, question, shared } = setUp();
    const both = Promise.all([shared.get(question, patient), shared.get(question, patient)]);
    pending.resolve(succeeded({ id: 1 }));
    expect((await both).map(({ body }) => body)).toEqual(['{"id":1}', '{"id":1}']);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('a good answer is kept for its time and then asked for again', async () => {
    const { ask, pass, pending, question, shared } = setUp();
    pending.resolve(succeeded({ id: 1 }));
    await shared.get(question, patient);
    pass(499);
    await shared.get(question, patient);
    expect(ask).toHaveBeenCalledTimes(1);
    pass(2);
    await shared.get(question, patient);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('a failure is never kept', async () => {
    const { ask, pending, question, shared } = setUp();
    pending.resolve(refused('unreachable'));
    expect((await shared.get(question, patient)).status).toBe(502);
    await shared.get(question, patient);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('a caller who leaves takes nothing from the one who stays', async () => {
    const { ask, pending, question, shared } = setUp();
    const hasty = new AbortController();
    const left = shared.get(question, hasty.signal);
    const stayed = shared.get(question, patient);
    hasty.abort();
    await expect(left).rejects.toThrow('aborted');
    expect(ask.mock.calls[0]?.[0].aborted).toBe(false);
    pending.resolve(succeeded({ id: 1 }));
    expect((await stayed).status).toBe(200);
  });

  test('when the last caller leaves the request ends, and the next caller starts a new one', async () => {
    const { ask, question, shared } = setUp();
    const hasty = [new AbortController(), new AbortController()];
    const left = hasty.map(({ signal }) => shared.get(question, signal));
    for (const one of hasty) one.abort();
    const ends = await Promise.allSettled(left);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(ask.mock.calls[0]?.[0].aborted).toBe(true);
    const next = vi.fn(() => Promise.resolve(succeeded({ id: 2 })));
    expect((await shared.get({ ...question, ask: next }, patient)).body).toBe('{"id":2}');
  });

  test('a caller who had already left is not served', async () => {
    const { ask, question, shared } = setUp();
    await expect(shared.get(question, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(ask).not.toHaveBeenCalled();
  });

  test('what is kept is bounded: the least recently used goes first', async () => {
    const { shared } = setUp();
    const ask = vi.fn(() => Promise.resolve(succeeded({ text: 'x'.repeat(1_000) })));
    const get = (key: string) => shared.get({ key, keepMs: 500, ask }, patient);
    for (const key of ['a', 'b', 'c', 'd', 'e']) await get(key);
    expect(ask).toHaveBeenCalledTimes(5);
    await get('e');
    expect(ask).toHaveBeenCalledTimes(5);
    await get('a');
    expect(ask).toHaveBeenCalledTimes(6);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBridge, type PageRequest } from './bridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage(answer: (question: PageRequest) => Promise<unknown>) {
  const target = new EventTarget();
  const said: unknown[] = [];
  const sent: PageRequest[] = [];
  const page = Object.assign(target, {
    postMessage: (data: unknown, to: string) => said.push({ data, to }),
  });
  let isGone = false;
  startBridge(page as unknown as Window, {
    send: (question) => {
      sent.push(question);
      return answer(question);
    },
    isGone: () => isGone,
  });
  const ask = async (data: unknown, source: unknown = target) => {
    target.dispatchEvent(Object.assign(new Event('message'), { data, source }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const show = (event: string, persisted = false) =>
    target.dispatchEvent(Object.assign(new Event(event), { persisted }));
  const remove = () => {
    isGone = true;
  };
  return { ask, show, remove, said, sent };
}

const prepare = { name: 'prepareStream', instanceId: 'i', body: { ruleId: 1 } };

test('a question is passed on without its number, and answered with it', async () => {
  const { ask, said, sent } = openPage(async () => ({ success: true }));
  await ask({ name: 'hello', instanceId: 'i', relayId: 'r', more: 1 });
  expect(sent).toEqual([{ name: 'hello', relayId: 'r', body: undefined }]);
  const data = {
    name: 'hello',
    relayId: 'r',
    instanceId: 'i',
    body: { success: true },
    relayed: true,
  };
  expect(said).toEqual([{ data, to: '/' }]);
});

test('what is no question to it is not for the worker', async () => {
  const { ask, sent } = openPage(async () => ({ success: true }));
  await ask({ name: 'left', instanceId: 'i' });
  await ask({ name: 'hello', instanceId: 'i', relayed: true });
  await ask({ name: 'hello', instanceId: 'i' }, 'another window');
  for (const odd of [null, 'hello', 1, {}, { name: {} }]) await ask(odd);
  expect(sent).toEqual([]);
});

test('a worker that fails or is silent is told of', async () => {
  const failing = openPage(() => Promise.reject(new Error('no receiver')));
  await failing.ask({ name: 'hello', instanceId: 'i' });
  expect(failing.said).toMatchObject([
    { data: { body: { success: false, error: 'no receiver' } } },
  ]);
  const silent = openPage(() => new Promise(() => undefined));
  await silent.ask({ name: 'hello', instanceId: 'i' });
  expect(silent.said).toEqual([]);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(silent.said).toMatchObject([{ data: { body: { success: false } } }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that goes gives up its rules, and has them again when it is shown again', async () => {
  const { ask, show, sent } = openPage(async () => ({ success: true }));
  show('pagehide');
  expect(sent).toEqual([]);
  await ask(prepare);
  show('pagehide');
  show('pageshow', false);
  show('pageshow', true);
  expect(sent.map(({ name }) => name)).toEqual(['prepareStream', 'left', 'prepareStream']);
});

test('a script whose extension is gone leaves the answer to its successor', async () => {
  const { ask, remove, said, sent } = openPage(async () => ({ success: true }));
  remove();
  await ask({ name: 'hello', instanceId: 'i' });
  await ask({ name: 'hello', instanceId: 'j' });
  expect(said).toEqual([]);
  expect(sent).toHaveLength(1);
});

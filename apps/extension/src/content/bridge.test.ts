import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBridge, type PageRequest } from './bridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage(respond: (question: PageRequest) => Promise<unknown>) {
  const target = new EventTarget();
  const replies: unknown[] = [];
  const sent: PageRequest[] = [];
  const page = Object.assign(target, {
    postMessage: (data: unknown, to: string) => replies.push({ data, to }),
  });
  let isGone = false;
  startBridge(page as unknown as Window, {
    send: (question) => {
      sent.push(question);
      return respond(question);
    },
    isGone: () => isGone,
  });
  const send = async (data: unknown, source: unknown = target) => {
    target.dispatchEvent(Object.assign(new Event('message'), { data, source }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const show = (event: string, persisted = false) =>
    target.dispatchEvent(Object.assign(new Event(event), { persisted }));
  const remove = () => {
    isGone = true;
  };
  return { send, show, remove, replies, sent };
}

const prepare = { name: 'prepareStream', instanceId: 'i', body: { ruleId: 1 } };

test('a message is forwarded without its id, and its reply gets the id', async () => {
  const { send, replies, sent } = openPage(async () => ({ success: true }));
  await send({ name: 'hello', instanceId: 'i', relayId: 'r', more: 1 });
  expect(sent).toEqual([{ name: 'hello', relayId: 'r', body: undefined }]);
  const data = {
    name: 'hello',
    relayId: 'r',
    instanceId: 'i',
    body: { success: true },
    relayed: true,
  };
  expect(replies).toEqual([{ data, to: '/' }]);
});

test('invalid messages are not forwarded to the worker', async () => {
  const { send, sent } = openPage(async () => ({ success: true }));
  await send({ name: 'left', instanceId: 'i' });
  await send({ name: 'hello', instanceId: 'i', relayed: true });
  await send({ name: 'hello', instanceId: 'i' }, 'another window');
  for (const odd of [null, 'hello', 1, {}, { name: {} }]) await send(odd);
  expect(sent).toEqual([]);
});

test('a worker that fails or does not reply is reported', async () => {
  const failing = openPage(() => Promise.reject(new Error('no receiver')));
  await failing.send({ name: 'hello', instanceId: 'i' });
  expect(failing.replies).toMatchObject([
    { data: { body: { success: false, error: 'no receiver' } } },
  ]);
  const silent = openPage(() => new Promise(() => undefined));
  await silent.send({ name: 'hello', instanceId: 'i' });
  expect(silent.replies).toEqual([]);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(silent.replies).toMatchObject([{ data: { body: { success: false } } }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a hidden page gives up its rules, and gets them back when it is shown again', async () => {
  const { send, show, sent } = openPage(async () => ({ success: true }));
  show('pagehide');
  expect(sent).toEqual([]);
  await send(prepare);
  show('pagehide');
  show('pageshow', false);
  show('pageshow', true);
  expect(sent.map(({ name }) => name)).toEqual(['prepareStream', 'left', 'prepareStream']);
});

test('a script whose extension is gone leaves the reply to its successor', async () => {
  const { send, remove, replies, sent } = openPage(async () => ({ success: true }));
  remove();
  await send({ name: 'hello', instanceId: 'i' });
  await send({ name: 'hello', instanceId: 'j' });
  expect(replies).toEqual([]);
  expect(sent).toHaveLength(1);
});

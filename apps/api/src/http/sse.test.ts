import { fastify } from 'fastify';
import { once } from 'node:events';
import { get } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventStream, sendEvents, type ServerSentEvent } from './sse.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function* reported(...events: readonly ServerSentEvent[]) {
  yield* events;
}

describe('an event stream', () => {
  test('formats its events and ends with them', async () => {
    const chunks = eventStream(reported({ event: 'a', data: '1' }, { event: 'b', data: '' }));
    expect((await chunks.toArray()).map(String)).toEqual([
      'retry: 600000\n\n',
      'event: a\ndata: 1\nid: 0\n\n',
      'event: b\ndata: \nid: 1\n\n',
    ]);
  });

  test('pings every 15 s while it is idle, and loses no event by it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { promise, resolve } = Promise.withResolvers<ServerSentEvent>();
    const seen: string[] = [];
    const reading = (async () => {
      const late = (async function* () {
        yield await promise;
      })();
      for await (const chunk of eventStream(late)) seen.push(String(chunk));
    })();
    await vi.advanceTimersByTimeAsync(14_999);
    await setImmediate();
    expect(seen).toEqual(['retry: 600000\n\n']);
    await vi.advanceTimersByTimeAsync(1);
    await setImmediate();
    await vi.advanceTimersByTimeAsync(15_000);
    await setImmediate();
    resolve({ event: 'late', data: '1' });
    await reading;
    expect(seen).toEqual([
      'retry: 600000\n\n',
      ': ping\n\n',
      ': ping\n\n',
      'event: late\ndata: 1\nid: 0\n\n',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not produced faster than it is read', async () => {
    let produced = 0;
    const endless = (async function* () {
      for (;;) {
        produced += 1;
        yield { event: 'a', data: 'x'.repeat(1_000) };
      }
    })();
    const stream = eventStream(endless);
    const turns = async (count: number, turn: () => void) => {
      for (let done = 0; done < count; done += 1) {
        turn();
        await setImmediate();
      }
    };
    await turns(10, () => stream.read());
    const whileRead = produced;
    expect(whileRead).toBeGreaterThan(1);
    await turns(100, () => undefined);
    expect(produced).toBe(whileRead);
    stream.destroy();
  });

  test('ends its source when it is destroyed', async () => {
    const ended = vi.fn();
    const source = (async function* () {
      try {
        yield { event: 'a', data: '1' };
        yield { event: 'b', data: '2' };
      } finally {
        ended();
      }
    })();
    for await (const chunk of eventStream(source)) {
      if (String(chunk).startsWith('event: a')) break;
    }
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  });
});

test('the headers that hooks have set are sent', async () => {
  const app = fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-request-id', '7');
  });
  app.get('/', (request, reply) => sendEvents(request, reply, () => reported()));
  const { headers, body } = await app.inject('/');
  expect(headers).toMatchObject({ 'x-request-id': '7', 'content-type': 'text/event-stream' });
  expect(body).toBe('retry: 600000\n\n');
});

test('a client that left before the stream began ends the work', async () => {
  const app = fastify({ forceCloseConnections: true });
  const arrived = Promise.withResolvers<undefined>();
  const given = Promise.withResolvers<AbortSignal>();
  app.addHook('onRequest', async (_request, reply) => {
    arrived.resolve(undefined);
    await once(reply.raw, 'close');
  });
  app.get('/', (request, reply) =>
    sendEvents(request, reply, (signal) => {
      given.resolve(signal);
      return reported();
    }),
  );
  const client = get(await app.listen({ host: '127.0.0.1', port: 0 })).on('error', () => undefined);
  await arrived.promise;
  client.destroy();
  expect((await given.promise).aborted).toBe(true);
  await app.close();
});

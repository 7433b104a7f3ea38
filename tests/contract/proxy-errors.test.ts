// Rows 15 to 21 of the probes: broken, slow, endless or closed connections, on either side.
import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import request from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import { OWN_PAGE, startProxy, type TestProxyOptions } from '../support/proxy.ts';
import { exchange } from '../support/raw-http.ts';
import { startBytes, startUpstream, type Upstream } from '../support/upstream.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function proxyTo(out: Upstream, options: TestProxyOptions = {}): Promise<string> {
  open.push(out);
  const proxy = await startProxy({ OPERATOR_ALLOWED_HOSTS: out.host }, options);
  open.push(proxy);
  return proxy.url;
}

const through = (url: string, destination: string) =>
  request(url).get('/proxy').query({ destination }).set(OWN_PAGE);

const failure = (statusCode: number) => ({
  url: '/proxy',
  statusCode,
  statusMessage: '',
  message: expect.any(String),
});

describe('15: a client with invalid HTTP', () => {
  test.each([
    ['a folded header', 'X-Cookie: a\r\n b'],
    ['a bare carriage return', 'X-Cookie: a\rb'],
    ['a bare line feed', 'X-Cookie: a\nX-Evil: b'],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['a space before the colon', 'X-Cookie : a'],
    ['a NUL', 'X-Cookie: a\0b'],
  ])('is refused: %s, and no request is sent', async (_what, header) => {
    let requested = 0;
    const out = await startUpstream((_incoming, outgoing) => {
      requested += 1;
      outgoing.end();
    });
    const url = await proxyTo(out);
    const path = `/proxy?destination=${encodeURIComponent(out.url)}`;
    const received = await exchange(
      url,
      `POST ${path} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n${header}\r\n\r\n0\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(requested).toBe(0);
  });
});

describe('16: a destination with invalid HTTP', () => {
  test.each([
    ['a bare carriage return in a header', 'HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n'],
    ['the status 099', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['the status 600', 'HTTP/1.1 600 <script>\r\nContent-Length: 0\r\n\r\n'],
    ['HTTP/0.9', '<script>alert(1)</script>'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a header of 20 KB', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an empty response', ''],
  ])('gives a 502: %s', async (_what, bytes) => {
    const out = await startBytes((socket) => void socket.end(bytes, 'latin1'));
    const { body, headers, text } = await through(await proxyTo(out), out.url);
    expect(body).toEqual(failure(502));
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(text).not.toContain('script');
  });

  test('does not have its reason phrase repeated, nor a header that is not plain text', async () => {
    const out = await startBytes((socket) => {
      const head = 'HTTP/1.1 404 <script>\r\nETag: "\xff"\r\nContent-Length: 2\r\n\r\nno';
      socket.end(head, 'latin1');
    });
    const url = await proxyTo(out);
    const path = `/proxy?destination=${encodeURIComponent(out.url)}`;
    const received = await exchange(
      url,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(received).not.toMatch(/etag|script/i);
  });

  test('early hints are not taken for the response', async () => {
    const out = await startBytes((socket) => {
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      );
    });
    const { headers, status } = await through(await proxyTo(out), out.url);
    expect([status, headers['content-length'], headers['link']]).toEqual([200, '2', undefined]);
  });
});

/** The beginning of a body of unknown length. */
const PIECES = 'Transfer-Encoding: chunked\r\n\r\n';

const visit = (url: string, out: Upstream) =>
  get(`${url}/proxy?destination=${encodeURIComponent(out.url)}`, { headers: OWN_PAGE }).on(
    'error',
    () => undefined,
  );

describe('17: an interrupted body', () => {
  test.each([
    ['an end before its length', 'Content-Length: 100\r\n\r\nhalf', (it: Socket) => it.end()],
    ['a reset', 'Content-Length: 100\r\n\r\nhalf', (it: Socket) => it.resetAndDestroy()],
    ['an end between two chunks', `${PIECES}4\r\nhalf\r\n`, (it: Socket) => it.end()],
    ['invalid chunks', `${PIECES}4\r\nhalf\r\n`, (it: Socket) => it.end('zz\r\n')],
  ])('%s interrupts the client’s connection too', async (_how, rest, breakOff) => {
    const sockets: Socket[] = [];
    const out = await startBytes((socket) => {
      sockets.push(socket);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${rest}`);
    });
    const client = visit(await proxyTo(out), out);
    const [response]: IncomingMessage[] = await once(client, 'response');
    for (const socket of sockets) breakOff(socket);
    await expect(response?.resume().toArray()).rejects.toThrow('aborted');
  });
});

/** A server that records its connections and how they ended. */
async function startEndless(respond: RequestListener) {
  const left = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let present = 0;
  const out = await startUpstream((incoming, outgoing) => {
    present += 1;
    outgoing.once('close', () => {
      present -= 1;
      left.resolve();
    });
    arrived.resolve();
    respond(incoming, outgoing);
  });
  return { out, arrived: arrived.promise, left: left.promise, present: () => present };
}

const pipe: RequestListener = (_incoming, outgoing) => {
  const more = (): void => {
    while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536)));
    outgoing.once('drain', more);
  };
  more();
};

describe('a client that leaves', () => {
  test('18: during an endless response ends it', async () => {
    const endless = await startEndless(pipe);
    const client = visit(await proxyTo(endless.out), endless.out);
    const [response]: IncomingMessage[] = await once(client, 'response');
    if (response) await once(response, 'readable');
    client.destroy();
    await endless.left;
    expect(endless.present()).toBe(0);
  });

  test('18: during a stalled response ends it too', async () => {
    const endless = await startEndless((_incoming, outgoing) => void outgoing.write('a drop'));
    const client = visit(await proxyTo(endless.out), endless.out);
    const [response]: IncomingMessage[] = await once(client, 'response');
    if (response) await once(response, 'readable');
    client.destroy();
    await endless.left;
    expect(endless.present()).toBe(0);
  });

  test('19: before the response ends the request', async () => {
    const endless = await startEndless(() => undefined);
    const client = visit(await proxyTo(endless.out), endless.out);
    await endless.arrived;
    client.destroy();
    await endless.left;
    expect(endless.present()).toBe(0);
  });
});

describe('20: a slow destination', () => {
  const limits = { connectMs: 100, firstByteMs: 100, idleMs: 100 };

  test('that does not respond times out', async () => {
    const endless = await startEndless(() => undefined);
    const url = await proxyTo(endless.out, { limits });
    expect((await through(url, endless.out.url)).body).toEqual(failure(504));
    await endless.left;
  });

  test('that stops half-way times out, and the client’s connection ends', async () => {
    const endless = await startEndless((_incoming, outgoing) => void outgoing.write('a drop'));
    const url = await proxyTo(endless.out, {
      limits: { connectMs: 10_000, firstByteMs: 10_000, idleMs: 100 },
    });
    await expect(through(url, endless.out.url)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await endless.left;
  });

  test('whose name does not resolve times out', async () => {
    const out = await startUpstream(() => undefined);
    const url = await proxyTo(out, { limits, resolve: () => undefined });
    expect((await through(url, 'http://films.test/')).body).toEqual(failure(504));
  });

  test('takes a limited number of slots of one client, and of all', async () => {
    for (const slots of [
      { total: 9, perAddress: 1 },
      { total: 1, perAddress: 9 },
    ]) {
      const endless = await startEndless(() => undefined);
      const url = await proxyTo(endless.out, { slots });
      const first = visit(url, endless.out);
      await endless.arrived;
      const { body, headers } = await through(url, endless.out.url);
      expect(body).toEqual(failure(429));
      expect(headers['retry-after']).toBe('5');
      first.destroy();
      await endless.left;
    }
  });
});

describe('20: slow slots', () => {
  const from = (ip: string) => ({ ...OWN_PAGE, 'X-Forwarded-For': ip });

  /** A proxy that trusts the address a client names, with its own clock. */
  async function start(out: Upstream, slots: TestProxyOptions['slots']) {
    const clock = { ms: 0 };
    open.push(out);
    const proxy = await startProxy(
      { OPERATOR_ALLOWED_HOSTS: out.host, TRUSTED_PROXIES: '127.0.0.1' },
      { now: () => clock.ms, ...(slots && { slots }) },
    );
    open.push(proxy);
    const visitFrom = (ip: string) =>
      get(`${proxy.url}/proxy?destination=${encodeURIComponent(out.url)}`, { headers: from(ip) });
    const statusFor = async (ip: string): Promise<number | undefined> => {
      const [response]: IncomingMessage[] = await once(visitFrom(ip), 'response');
      response?.on('error', () => undefined).resume();
      return response?.statusCode;
    };
    return { clock, visitFrom, statusFor };
  }

  const drip: RequestListener = (_incoming, outgoing) => void outgoing.write('a drop');

  test('are given to the next client after 20 s', async () => {
    const { clock, visitFrom, statusFor } = await start(await startUpstream(drip), { total: 1 });
    const [first]: IncomingMessage[] = await once(visitFrom('11.22.33.44'), 'response');
    const end = first?.toArray().then(() => 'whole', String);
    expect(await statusFor('55.66.77.88')).toBe(429);
    clock.ms = 20_000;
    expect(await statusFor('55.66.77.88')).toBe(200);
    expect(await end).toContain('aborted');
  });

  test('are shared by the addresses of one network', async () => {
    const { statusFor } = await start(await startUpstream(drip), { total: 3 });
    expect(await statusFor('11.22.33.1')).toBe(200);
    expect(await statusFor('11.22.33.2')).toBe(200);
    expect(await statusFor('11.22.33.3')).toBe(429);
    expect(await statusFor('11.22.34.1')).toBe(200);
    expect(await statusFor('2a01:db8:1:1::1')).toBe(429);
  });

  test('are shared by the networks of one customer with IPv6', async () => {
    const { statusFor } = await start(await startUpstream(drip), { total: 3 });
    expect(await statusFor('2a01:db8:1:1::1')).toBe(200);
    expect(await statusFor('2a01:db8:1:2::1')).toBe(200);
    expect(await statusFor('2a01:db8:1:3::1')).toBe(429);
    expect(await statusFor('2a01:db8:2:1::1')).toBe(200);
  });
});

describe('21: sizes', () => {
  test('more than 1 MiB is not sent on', async () => {
    const out = await startUpstream((_incoming, outgoing) => void outgoing.end());
    const url = await proxyTo(out);
    const { body } = await request(url)
      .post('/proxy')
      .query({ destination: out.url })
      .set(OWN_PAGE)
      .type('text/plain')
      .send('x'.repeat(1_100_000));
    expect(body).toEqual(failure(413));
  });

  test('a response is not read ahead for a client that does not read', async () => {
    let sent = 0;
    const out = await startUpstream((_incoming, outgoing) => {
      const more = (): void => {
        do sent += 65_536;
        while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536)));
        outgoing.once('drain', more);
      };
      more();
    });
    const url = await proxyTo(out);
    const client = connect(Number(new URL(url).port), '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write(
      `GET /proxy?destination=${encodeURIComponent(out.url)} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
    );
    // Enough turns for a proxy without back-pressure to read far more than kernel buffers hold.
    for (let turn = 0; turn < 300; turn += 1) await request(url).get('/proxy');
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    await gone(client);
  });
});

async function gone(socket: Socket): Promise<void> {
  socket.destroy();
  await once(socket, 'close');
}

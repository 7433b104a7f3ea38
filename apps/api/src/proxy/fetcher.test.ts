import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createDestination } from './destination.ts';
import { createFetcher } from './fetchers.ts';
import { createHttpClient } from './http-client.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listening(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(
    () =>
      new Promise((done) => {
        server.close(done);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listening(createServer(listener));

function fetcherFor(...exempt: string[]) {
  const upstream = createHttpClient(createDestination({ exempt }));
  stops.push(upstream.close);
  return createFetcher({ upstream, userAgent: 'Matinee/test' });
}

const never = new AbortController().signal;

describe('a response', () => {
  test('arrives with its status, headers, address and text', async () => {
    const host = await serve((request, response) => {
      response.writeHead(404, { 'X-Thing': 'yes', 'content-type': 'application/json' });
      response.end(JSON.stringify({ url: request.url, agent: request.headers['user-agent'] }));
    });
    const reply = await fetcherFor(host)(`http://${host}/search?a=1`, {
      query: { q: 'living dead', page: 2, none: undefined },
      signal: never,
    });
    expect(reply).toMatchObject({ status: 404, headers: { 'x-thing': 'yes' } });
    expect(reply.finalUrl).toBe(`http://${host}/search?a=1&q=living+dead&page=2`);
    expect(JSON.parse(reply.body)).toEqual({
      url: '/search?a=1&q=living+dead&page=2',
      agent: 'Matinee/test',
    });
  });

  test('is decompressed', async () => {
    const host = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('the film'));
    });
    expect((await fetcherFor(host)(`http://${host}/`, { signal: never })).body).toBe('the film');
  });

  test('is cut off at the limit, counted after decompression', async () => {
    const host = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5_000_000)));
    });
    const reply = await fetcherFor(host)(`http://${host}/`, { maxBytes: 1000, signal: never });
    expect(reply.body).toBe('x'.repeat(1000));
  });

  test('to a range request is not compressed', async () => {
    const host = await serve((request, response) => {
      response.end(String(request.headers['accept-encoding']));
    });
    const reply = await fetcherFor(host)(`http://${host}/`, {
      headers: { Range: 'bytes=0-1' },
      signal: never,
    });
    expect(reply.body).toBe('undefined');
  });
});

const SECRETS = {
  Authorization: 'Bearer x',
  Cookie: 'a=1',
  'X-Emby-Token': 'x',
  'Api-Key': 'x',
  'X-Plex-Pin': 'x',
};

describe('redirects', () => {
  test('are followed, and credentials stay with their host', async () => {
    const second = await serve((request, response) => {
      response.end(JSON.stringify(request.headers));
    });
    const first = await serve((_request, response) => {
      response.writeHead(302, { location: `http://${second}/there` }).end();
    });
    const reply = await fetcherFor(first, second)(`http://${first}/`, {
      headers: { ...SECRETS, Accept: 'text/plain', Referer: 'https://page.test/' },
      signal: never,
    });
    expect(reply.finalUrl).toBe(`http://${second}/there`);
    const seen = JSON.parse(reply.body);
    expect(seen).toMatchObject({ accept: 'text/plain', referer: 'https://page.test/' });
    for (const name of Object.keys(SECRETS)) expect(seen).not.toHaveProperty(name.toLowerCase());
  });

  test.each([
    [301, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'ask'],
    [308, 'POST', 'ask'],
  ])('turn a POST answered by %i into %s', async (status, method, body) => {
    const host = await serve((request, response) => {
      if (request.url === '/') return void response.writeHead(status, { location: '/b' }).end();
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => response.end(`${request.method} ${text}`));
    });
    const reply = await fetcherFor(host)(`http://${host}/`, {
      method: 'POST',
      body: 'ask',
      signal: never,
    });
    expect(reply.body).toBe(`${method} ${body}`);
  });

  test.each([307, 308])('do not send a POST to another host by %i', async (status) => {
    let isRequested = false;
    const second = await serve((_request, response) => {
      isRequested = true;
      response.end();
    });
    const first = await serve((_request, response) => {
      response.writeHead(status, { location: `http://${second}/there` }).end();
    });
    const login = fetcherFor(first, second)(`http://${first}/login`, {
      method: 'POST',
      body: '{"password":"x"}',
      signal: never,
    });
    await expect(login).rejects.toThrow('redirected a POST');
    expect(isRequested).toBe(false);
  });

  test('end after five', async () => {
    let hops = 0;
    const host = await serve((_request, response) => {
      hops += 1;
      response.writeHead(302, { location: `/${hops}` }).end();
    });
    await expect(fetcherFor(host)(`http://${host}/`, { signal: never })).rejects.toThrow(
      /redirected too many times/,
    );
    expect(hops).toBe(6);
  });

  test.each(['http://127.0.0.1:1/', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://'])(
    'to %s are refused',
    async (location) => {
      const host = await serve((_request, response) => {
        response.writeHead(302, { location }).end();
      });
      await expect(fetcherFor(host)(`http://${host}/`, { signal: never })).rejects.toThrow(
        expect.objectContaining({ name: 'DestinationRefused' }),
      );
    },
  );
});

describe('a name that resolves to a private address', () => {
  test('is refused when the socket resolves it, and nothing is connected', async () => {
    let connections = 0;
    const server = createTcpServer((socket) => {
      connections += 1;
      socket.end();
    });
    const { port } = URL.parse(`http://${await listening(server)}`) ?? { port: '' };
    const upstream = createHttpClient(
      createDestination({
        exempt: [],
        resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      }),
    );
    stops.push(upstream.close);
    const fetch = createFetcher({ upstream, userAgent: 'x' });
    await expect(fetch(`http://rebinding.test:${port}/`, { signal: never })).rejects.toMatchObject({
      name: 'DestinationRefused',
    });
    expect(connections).toBe(0);
  });
});

describe('limits', () => {
  test('a late response rejects with a timeout', async () => {
    const host = await serve((_request, response) => void response.write('slow'));
    await expect(
      fetcherFor(host)(`http://${host}/`, { timeoutMs: 50, signal: never }),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('a client that leaves ends the request to the server', async () => {
    const caller = new AbortController();
    const gone = Promise.withResolvers<void>();
    const host = await serve((request, response) => {
      request.socket.on('close', gone.resolve);
      response.write('first part');
      caller.abort();
    });
    await expect(
      fetcherFor(host)(`http://${host}/`, { signal: caller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    await gone.promise;
  });

  test('an interrupted response rejects', async () => {
    const host = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    await expect(fetcherFor(host)(`http://${host}/`, { signal: never })).rejects.toThrow();
  });

  test.each([
    ['a greeting of another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['the status 099', 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['the status 600', 'HTTP/1.1 600 <script>\r\ncontent-length: 0\r\n\r\n'],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    ],
    ['a bare CR in a header', 'HTTP/1.1 200 OK\r\nx: a\rb\r\ncontent-length: 0\r\n\r\n'],
    ['a header of 20 KB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('%s, which is not valid HTTP, rejects', async (_what, bytes) => {
    const host = await listening(
      createTcpServer((socket) => {
        socket.resume().on('error', () => undefined);
        socket.end(bytes);
      }),
    );
    await expect(fetcherFor(host)(`http://${host}/`, { signal: never })).rejects.toThrow();
  });
});

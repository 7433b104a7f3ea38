// Rows 1 to 5, 14 and 24 to 28 of the probes: allowed destinations and callers. Each is a real request.
import type { RequestListener } from 'node:http';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OWN_PAGE, startProxy, type TestProxy, type TestProxyOptions } from '../support/proxy.ts';
import { exchange } from '../support/raw-http.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

let inside: Upstream;
let proxy: TestProxy;
let response: RequestListener;
let requested = 0;
const extra: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  inside = await startUpstream((incoming, outgoing) => {
    requested += 1;
    response(incoming, outgoing);
  });
  proxy = await startProxy();
});
afterAll(async () => {
  await proxy.close();
  await inside.close();
});
afterEach(async () => {
  requested = 0;
  response = (_incoming, outgoing) => void outgoing.end('inside');
  for (const each of extra.splice(0)) await each.close();
});

async function start(
  environment: Readonly<Record<string, string>> = {},
  options: TestProxyOptions = {},
): Promise<string> {
  const started = await startProxy(environment, options);
  extra.push(started);
  return started.url;
}

const through = (destination: string, url = proxy.url) =>
  request(url).get('/proxy').query({ destination }).set(OWN_PAGE);

const error = (statusCode: number) => ({
  url: '/proxy',
  statusCode,
  statusMessage: '',
  message: expect.any(String),
});
const port = () => new URL(inside.url).port;

describe('1: every spelling of the loopback', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '１２７.０.０.１',
    '127。0。0。1',
    'ⓛocalhost',
    '%6c%6f%63alhost',
  ])('%s is refused and not reached', async (host) => {
    response = (_incoming, outgoing) => void outgoing.end('inside');
    const { body, status } = await through(`http://${host}:${port()}/`);
    expect([status, body]).toEqual([403, error(403)]);
    expect(requested).toBe(0);
  });
});

describe('2: every private range', () => {
  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fd00::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:a00:1::]',
    '[2001:0:a00:1::]',
    '[2001:db8::1]',
    '[::a00:1]',
  ])('%s is refused', async (host) => {
    expect((await through(`http://${host}/`)).body).toEqual(error(403));
  });

  test('except the exact host and port that the operator listed', async () => {
    response = (_incoming, outgoing) => void outgoing.end('the operator’s own');
    const open = await start({ OPERATOR_ALLOWED_HOSTS: inside.host });
    expect((await through(inside.url, open)).status).toBe(200);
    const other = await startUpstream((_incoming, outgoing) => void outgoing.end());
    extra.push(other);
    expect((await through(other.url, open)).status).toBe(403);
    expect((await through(`http://localhost:${port()}/`, open)).status).toBe(403);
  });
});

describe('3: names', () => {
  const PUBLIC = { address: '93.184.215.14', family: 4 };
  test.each([
    ['the loopback', ['127.0.0.1']],
    ['the machine’s metadata', ['169.254.169.254']],
    ['a private address', ['10.1.2.3']],
    ['a private IPv6 address', ['fd00::1']],
    ['the loopback as IPv6', ['::ffff:127.0.0.1']],
    ['public and private addresses', [PUBLIC.address, '127.0.0.1']],
  ])('that resolve to %s are refused after one lookup', async (_where, addresses) => {
    let resolved = 0;
    const url = await start(
      { PROXY_ALLOWED_PORTS: port() },
      {
        resolve: (_name, _options, done) => {
          resolved += 1;
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        },
      },
    );
    expect((await through(`http://films.test:${port()}/`, url)).body).toEqual(error(403));
    expect([resolved, requested]).toEqual([1, 0]);
  });

  test('that resolve differently each time are checked each time', async () => {
    const responses = [['10.0.0.1'], [PUBLIC.address, '192.168.0.1'], ['127.0.0.1']];
    const url = await start(
      { PROXY_ALLOWED_PORTS: port() },
      {
        resolve: (_name, _options, done) =>
          done(
            null,
            (responses.shift() ?? []).map((address) => ({ address, family: 4 })),
          ),
      },
    );
    for (let time = 0; time < 3; time += 1) {
      expect((await through(`http://films.test:${port()}/`, url)).status).toBe(403);
    }
    expect([responses.length, requested]).toEqual([0, 0]);
  });
});

describe('4: redirects', () => {
  const redirectTo = (location: string) => {
    response = (_incoming, outgoing) => void outgoing.writeHead(302, { location }).end();
  };
  test.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://2130706433/',
    'http://169.254.169.254/',
    '//10.0.0.1/',
    'file:///etc/passwd',
    'data:text/html,x',
    'http://user:word@example.test/',
    'http://example.test:22/',
  ])('to %s are refused', async (location) => {
    const url = await start({ OPERATOR_ALLOWED_HOSTS: inside.host });
    redirectTo(location);
    expect((await through(inside.url, url)).body).toEqual(error(403));
    expect(requested).toBe(1);
  });

  test('to the proxy itself are refused', async () => {
    const url = await start({ OPERATOR_ALLOWED_HOSTS: inside.host });
    redirectTo(`${url}/proxy?destination=${inside.url}`);
    const { body } = await through(inside.url, url);
    expect(body).toMatchObject({ statusCode: 403, message: /from itself/ });
  });

  test('are followed five times, and no sixth', async () => {
    const url = await start({ OPERATOR_ALLOWED_HOSTS: inside.host });
    response = (incoming, outgoing) => {
      const left = Number((incoming.url ?? '').slice(1));
      if (left === 0) outgoing.end('arrived');
      else outgoing.writeHead(301, { location: `/${left - 1}` }).end();
    };
    const arrived = await through(`${inside.url}/5`, url);
    expect(arrived.headers['x-final-destination']).toBe(`${inside.url}/0`);
    expect((await through(`${inside.url}/6`, url)).body).toEqual(error(502));
    redirectTo('/');
    expect((await through(inside.url, url)).body).toEqual(error(502));
  });

  test('send no credentials to another host', async () => {
    const received: (string | undefined)[] = [];
    const other = await startUpstream(({ headers }, outgoing) => {
      received.push(headers.cookie, headers.authorization, headers.referer);
      outgoing.end();
    });
    extra.push(other);
    redirectTo(other.url);
    const url = await start({ OPERATOR_ALLOWED_HOSTS: `${inside.host},${other.host}` });
    await through(inside.url, url).set({
      'X-Cookie': 'a=1',
      'X-Authorization': 'Bearer b',
      'X-Referer': 'https://films.test/',
    });
    expect(received).toEqual([undefined, undefined, 'https://films.test/']);
  });
});

describe('5: other schemes, and credentials', () => {
  test.each([
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.test/',
    'gopher://example.test/',
    'blob:http://example.test/1',
    'javascript:alert(1)',
    'about:blank',
    'ws://example.test/',
    'http://user:word@example.test/',
    'http://user@example.test/',
  ])('%s is refused, and not repeated', async (destination) => {
    const { body, headers, text } = await through(destination);
    expect(body).toEqual(error(403));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text).not.toContain('alert');
  });
});

describe('14: line breaks in a destination', () => {
  test('in the path are dropped by the URL parser', async () => {
    const url = await start({ OPERATOR_ALLOWED_HOSTS: inside.host });
    const received: string[] = [];
    response = (incoming, outgoing) => {
      received.push(incoming.url ?? '', JSON.stringify(incoming.headers));
      outgoing.end();
    };
    await through(`${inside.url}/a\r\nX-Evil: 1\r\n\r\nGET /b`, url);
    expect(received[0]).toBe('/aX-Evil:%201GET%20/b');
    expect(received[1]).not.toContain('evil');
    await through(`${inside.url}/a%0d%0aX-Evil:%201`, url);
    expect(received[2]).toBe('/a%0d%0aX-Evil:%201');
  });

  test('in the host make it invalid', async () => {
    expect((await through('http://exam%0d%0aple.test/')).body).toEqual(error(400));
  });
});

describe('24: methods', () => {
  test('TRACE is not proxied', async () => {
    const { body, headers } = await request(proxy.url).trace('/proxy?destination=http://a.test');
    expect(body).toEqual(error(405));
    expect(headers['allow']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
  });

  test.each([
    ['PROPFIND', '404'],
    ['CONNECT', ''],
    ['NONSENSE', '400'],
  ])('nor is %s', async (method, status) => {
    const bytes = `${method} /proxy?destination=http://a.test HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const received = await exchange(proxy.url, bytes);
    expect(received.split(' ')[1] ?? '').toBe(status);
  });
});

describe('25: itself', () => {
  test('is not fetched from by its host name', async () => {
    const own = new URL(proxy.url);
    const open = await start({ OPERATOR_ALLOWED_HOSTS: own.host });
    expect((await through(open, open)).body).toMatchObject({ message: /from itself/ });
  });

  test('is not fetched from by its public name', async () => {
    const url = await start({ PUBLIC_URL: 'https://films.test' });
    expect((await through('https://films.test/meta', url)).body).toMatchObject({
      message: /from itself/,
    });
    expect((await through('https://films.test:443/', url)).status).toBe(403);
  });

  test('is not fetched from through another proxy of its kind', async () => {
    const second = await start();
    const first = await start({ OPERATOR_ALLOWED_HOSTS: new URL(second).host });
    const { body } = await through(`${second}/proxy?destination=${inside.url}`, first);
    expect(body).toMatchObject({ statusCode: 403, message: /through another proxy/ });
  });
});

test.each([1, 22, 25, 110, 143, 6000, 6667, 10080])(
  '26: port %i, which the Fetch standard blocks, is refused',
  async (bad) => {
    expect((await through(`http://example.test:${bad}/`)).body).toMatchObject({
      statusCode: 403,
      message: `Port ${bad} isn't allowed.`,
    });
  },
);

describe('26: ports', () => {
  test.each([21_000, 2375, 5432, 6379, 11_211])('%i is not a web port', async (bad) => {
    expect((await through(`http://example.test:${bad}/`)).body).toMatchObject({
      statusCode: 403,
      message: `Port ${bad} isn't allowed. If you run this server, add it to PROXY_ALLOWED_PORTS.`,
    });
  });

  test('80, 443, 8080, 8443 and those that the operator lists are allowed', async () => {
    const requested: string[] = [];
    const nowhere: TestProxyOptions = {
      resolve: (name, _options, done) => {
        requested.push(name);
        done(new Error('no such name'), []);
      },
    };
    const usual = await start({}, nowhere);
    for (const each of ['', ':443', ':8080', ':8443']) {
      expect((await through(`http://usual.test${each}/`, usual)).status).toBe(502);
    }
    const listed = await start({ PROXY_ALLOWED_PORTS: '80, 2082' }, nowhere);
    expect((await through('http://listed.test:2082/', listed)).status).toBe(502);
    expect((await through('http://listed.test:8080/', listed)).status).toBe(403);
    expect(requested).toEqual([
      'usual.test',
      'usual.test',
      'usual.test',
      'usual.test',
      'listed.test',
    ]);
  });
});

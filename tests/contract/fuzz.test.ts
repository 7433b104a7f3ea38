// Random invalid requests. FUZZ_REQUESTS=20000 for the long run, FUZZ_SEED for another one.
import { reportProviders } from '@matinee/shared/contract/metrics';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { BUILT_IN_SOURCES } from '../support/built-in-sources.ts';
import { readContract } from '../support/contract.ts';
import { createRandom } from '../support/fuzz/random.ts';
import { fuzzedRequest, type Target } from '../support/fuzz/requests.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const AT_ONCE = 16;
const HANGS_AFTER_MS = 20_000;

const MOVIE = 'type=movie&title=Night&releaseYear=1968&tmdbId=1';
/** Routes with their own protocols; no request leaves the machine. */
const OTHERS: readonly Target[] = [
  { method: 'GET', path: `/scrape/source?id=nobody&${MOVIE}` },
  { method: 'GET', path: '/scrape/embed?id=nobody&url=x' },
  { method: 'GET', path: '/scrape?type=movie' },
  { method: 'GET', path: '/proxy?destination=http%3A%2F%2F127.0.0.1%3A9%2F' },
  { method: 'POST', path: '/proxy?destination=http%3A%2F%2F10.0.0.1%2F' },
  ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) => ({ method, path: '/proxy' })),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path: '/proxy/',
  })),
  { method: 'GET', path: `/scrape?${MOVIE}&disabledSources=${BUILT_IN_SOURCES}` },
  { method: 'GET', path: '/stream/x' },
  { method: 'GET', path: '/stream/x/index.m3u8?_HLS_msn=1' },
  { method: 'GET', path: '/subtitles/file/x' },
  { method: 'GET', path: '/library/pictures/:signature/:kind/:id/:picture' },
  { method: 'GET', path: '/library/pictures/:signature/tmdb/:name' },
  { method: 'GET', path: '/catalogue/3/movie/:tmdbId' },
  { method: 'GET', path: '/catalogue/3/search/multi?query=:tmdbId' },
  ...['/openapi.json', '/config.js', '/opensearch.xml', '/ping.txt', '/sw.js'].map(
    (path): Target => ({ method: 'GET', path }),
  ),
  ...['/', '/docs', '/docs/start.js', '/docs/swagger-ui.css', '/media/:tmdbId', '/assets/x'].map(
    (path): Target => ({ method: 'GET', path }),
  ),
];
/** The same report with the other method. */
const PUT_REPORT: Target = { ...reportProviders, method: 'PUT' };
const contract = (await readContract()).map(({ endpoint }) => endpoint);
const targets: readonly Target[] = [...contract, PUT_REPORT, ...OTHERS];

let server: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestApp({ LOG_LEVEL: 'error' });
  await takeAnotherAccount();
});
afterAll(() => server.close());

/** Uses an administrator's account, so that no request is denied before it is read. */
async function takeAnotherAccount(): Promise<void> {
  const another = await createTestAccount(server);
  await makeAdmin(server, another);
  account = another;
}

/** The status code, or 0 when the server only closed. */
function send(bytes: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = '';
    socket.setEncoding('latin1').setTimeout(HANGS_AFTER_MS, () => {
      reject(new Error(`No answer to ${bytes.slice(0, 500)}`));
      socket.destroy();
    });
    socket.on('connect', () => socket.end(bytes, 'latin1'));
    socket.on('data', (chunk: string) => (received += chunk));
    const done = (): void => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0));
    socket.on('end', done);
    // The server may stop reading and close while the rest of a body is still being sent.
    socket.on('error', done);
  });
}

/** Every route as `GET /path`, read from the server's printed route tree. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (above[depth - 1] ?? '') + part;
    above[depth] = path;
    return methods?.split(', ').map((method) => `${method} ${path}`) ?? [];
  });
}

test('all routes are included', () => {
  const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
  expect(routes).toContain('PUT /users/:userId/progress/import');
  // These methods are tried on every path. If the page is built, each of its files is also a route.
  const own = routes.filter(
    (route) => !/^(?:HEAD|OPTIONS|TRACE) |^GET \/(?:\S+\.\w+|\*)$/.test(route),
  );
  const tried = new Set(targets.map(({ method, path }) => `${method} ${path.split('?', 1)[0]}`));
  expect(own.filter((route) => !tried.has(route))).toEqual([]);
});

test(
  `no request of ${REQUESTS} fails in the server, hangs, or leaves a connection open`,
  { timeout: REQUESTS * 60 + 60_000 },
  async () => {
    const random = createRandom(SEED);
    const seen = new Map<number, number>();
    const broken: string[] = [];
    let left = REQUESTS;

    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const bytes = fuzzedRequest(random.pick(targets), account, random);
        const status = await send(bytes);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status >= 500) broken.push(`${status} ${bytes.slice(0, 1_000)}`);
        // Some requests are valid, and then the account or its session is gone.
        if (status === 200 && bytes.startsWith('DELETE')) await takeAnotherAccount();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    expect({ broken, log: broken.length > 0 ? server.log : [] }).toEqual({ broken: [], log: [] });
    // A test in which every request is rejected proves little.
    expect(seen.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(seen.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(await send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toBe(200);
    await expect.poll(openConnections).toBe(0);
  },
);

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

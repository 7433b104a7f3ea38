// Proxied responses come from the app's own origin, so the browser may use them only as a player does.
// Every attack is also tried without the proxy and must work there. This shows that the sandbox prevents it.
import { expect, test as base, type Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { sendFile } from '../support/fakes/file.ts';
import { ensureMedia, type TestMedia } from '../support/media.ts';
import { launchOptions } from './support/browser.ts';
import { startBuiltApp } from './support/built-app.ts';

const RUN = 'top.document.title = "ran"';
const BARE = '<!doctype html><title>bare</title><body>';
const PAGE = `<!doctype html><title>theirs</title><h1>theirs</h1><script>${RUN}</script>`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script></svg>`;

/** Bodies of a hostile server, by path. */
const BODIES: Readonly<Record<string, readonly [type: string | undefined, body: string]>> = {
  '/bare': ['text/html', BARE],
  '/page': ['text/html', PAGE],
  '/drawing': ['image/svg+xml', DRAWING],
  '/untyped': [undefined, PAGE],
  '/script.js': ['text/javascript', RUN],
  '/worker.js': ['text/javascript', 'postMessage("ran")'],
  '/shared.js': ['text/javascript', 'onconnect = (it) => it.ports[0].postMessage("ran")'],
  '/service.js': ['text/javascript', '/* controls everything below */'],
  '/style.css': ['text/css', 'body { color: rgb(1, 2, 3) }'],
  '/json': ['application/json', '{"a":1}'],
  '/list.m3u8': ['application/vnd.apple.mpegurl', '#EXTM3U\n'],
  '/captions.vtt': ['text/vtt', 'WEBVTT\n\n00:00.000 --> 00:09.000\nHello\n'],
};

const hostile =
  ({ video360, poster }: TestMedia): RequestListener =>
  (incoming, outgoing) => {
    // The query distinguishes attacks.
    const [url = '/'] = incoming.url?.split('?') ?? [];
    outgoing.setHeader('set-cookie', ['theirs=1; Path=/', 'hidden=1; Path=/; HttpOnly']);
    outgoing.setHeader('service-worker-allowed', '/');
    const file = { '/film': video360, '/poster': poster }[url];
    if (file !== undefined) {
      const headers = { 'content-type': url === '/film' ? 'video/mp4' : 'image/png' };
      sendFile(incoming, outgoing, { file, headers }).catch(() => outgoing.destroy());
      return;
    }
    const [type, body] = BODIES[url] ?? [undefined, ''];
    if (type !== undefined) outgoing.setHeader('content-type', type);
    outgoing.end(body);
  };

interface WorkerFixtures {
  readonly port: string;
  /** The hostile server. */
  readonly out: string;
}

const test = base.extend<object, { servers: WorkerFixtures }>({
  servers: [
    async ({}, provide) => {
      const server = createServer(hostile(await ensureMedia())).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
      const app = await startBuiltApp({ OPERATOR_ALLOWED_HOSTS: host, RATE_LIMITS: 'off' });
      await provide({ port: new URL(app.url).port, out: `http://${host}` });
      await app.stop();
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// Browsers send Sec-Fetch-Dest on secure origins only; on the other, the response's own headers must suffice.
const args = launchOptions().args ?? [];
test.use({
  // Playwright's message about a blocked registration would look like a worker that ran.
  serviceWorkers: 'allow',
  launchOptions: {
    ...launchOptions(),
    args: [
      ...args.map((each) => each.replace('MAP *', 'MAP films.test 127.0.0.1, MAP *')),
      // The bare page comes from the test, so the browser treats it as public.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  },
});

/** On the insecure origin, only the page's token identifies the page. */
async function proxied(page: Page, origin: string, destination: string): Promise<string> {
  const token = await page.evaluate(async () => {
    const script = await (await fetch('/config.js')).text();
    return /"PROXY_TOKEN": "([^"]+)"/.exec(script)?.[1] ?? '';
  });
  return `${origin}/proxy?destination=${encodeURIComponent(destination)}&token=${token}`;
}

/** Opens a page of this origin without a policy. */
async function openBare(page: Page, origin: string): Promise<void> {
  const contentType = 'text/html';
  await page.route(`${origin}/bare`, (route) => route.fulfill({ body: BARE, contentType }));
  await page.goto(`${origin}/bare`);
}

const WAYS = {
  script: '/script.js',
  module: '/script.js',
  worker: '/worker.js',
  'shared worker': '/shared.js',
  'service worker': '/service.js',
  stylesheet: '/style.css',
  iframe: '/page',
  object: '/page',
  embed: '/page',
  'iframe of a drawing': '/drawing',
} as const;

/** Waits for the response. A frame has no response of its own if its content becomes a download. */
function whenResponded(page: Page, url: string): Promise<void> {
  return new Promise((resolve) => {
    const context = page.context();
    const see = (seen: { url(): string }) => void (seen.url() === url && resolve());
    context.on('requestfinished', see).on('requestfailed', see);
    page.on('download', see);
  });
}

/** Tries an attack. A successful attack changes the title of the page. */
async function attempt(page: Page, way: string, url: string): Promise<void> {
  const responded = whenResponded(page, url);
  await page.evaluate(
    async ([kind = '', address = '']) => {
      const ran = () => (document.title = 'ran');
      const settled = (target: EventTarget) =>
        new Promise((resolve) => {
          for (const event of ['load', 'error', 'message']) target.addEventListener(event, resolve);
        });
      const add = (tag: string, attributes: Record<string, string>) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        document.body.append(element);
        return settled(element);
      };
      const [first] = kind.split(' ');
      if (first === 'script') await add('script', { src: address });
      else if (first === 'module') await add('script', { src: address, type: 'module' });
      else if (first === 'stylesheet') {
        await add('link', { rel: 'stylesheet', href: address });
        if (getComputedStyle(document.body).color === 'rgb(1, 2, 3)') ran();
      } else if (first === 'worker') {
        const worker = new Worker(address);
        worker.addEventListener('message', ran);
        await settled(worker);
      } else if (first === 'shared') {
        const worker = new SharedWorker(address);
        worker.port.addEventListener('message', ran);
        worker.port.start();
        // A busy Chromium sometimes fires no event for a rejected worker.
        const silence = new Promise((resolve) => setTimeout(resolve, 10_000));
        await Promise.race([settled(worker), settled(worker.port), silence]);
      } else if (first === 'service') {
        await navigator.serviceWorker.register(address, { scope: '/' }).then(ran, () => undefined);
      } else {
        // A download fires no event.
        void add(first ?? '', { [first === 'object' ? 'data' : 'src']: address });
      }
    },
    [way, url],
  );
  if (/iframe|object|embed/.test(way)) await responded;
  await page.evaluate(async () => {
    await fetch('/healthz').catch(() => undefined);
    for (let frame = 0; frame < 5; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Such workers outlive their page. Another attack must not find them in its browser. */
const hasOwnBrowser = (way: string): boolean => /^(?:shared|service) worker$/.test(way);

test('every attack works from the server itself, and not through the proxy', async ({
  browser,
  servers: { out, port },
}) => {
  test.slow();
  const [secure, insecure] = [`http://127.0.0.1:${port}`, `http://films.test:${port}`];
  for (const origin of [out, secure, insecure]) {
    const open = async (): Promise<Page> => {
      const page = await browser.newPage();
      await (origin === out ? page.goto(`${out}/bare`) : openBare(page, origin));
      return page;
    };
    const shared = await open();
    for (const [way, path] of Object.entries(WAYS)) {
      // Not available on an insecure origin.
      if (way === 'service worker' && origin === insecure) continue;
      const page = hasOwnBrowser(way) ? await open() : shared;
      await page.evaluate(() => (document.title = 'bare'));
      const target = `${out}${path}?${encodeURIComponent(way)}`;
      await attempt(page, way, origin === out ? target : await proxied(page, origin, target));
      await expect(page, `${way} on ${origin}`).toHaveTitle(origin === out ? 'ran' : 'bare');
      if (page !== shared) await page.close();
    }
    await shared.close();
  }
});

test('nothing that is opened as a page is rendered', async ({ page, servers: { out, port } }) => {
  const paths = ['/page', '/drawing', '/untyped', 'data:text/html,', '<img src=x onerror=1>'];
  for (const path of paths)
    for (const origin of [`http://127.0.0.1:${port}`, `http://films.test:${port}`]) {
      await openBare(page, origin);
      const destination = path.startsWith('/') ? `${out}${path}` : path + PAGE;
      const opened = page.goto(await proxied(page, origin, destination));
      await expect(opened, path).rejects.toThrow(/Download is starting|ERR_INVALID_RESPONSE/);
      await expect(page, path).not.toHaveTitle('ran');
      const theirs = page.getByRole('heading', { name: 'theirs', exact: true });
      await expect(theirs, path).toHaveCount(0);
    }
});

test('resources of a player work: data, text, playlists, movies with seeking, captions, images', async ({
  page,
  context,
  servers: { out, port },
}) => {
  for (const origin of [`http://127.0.0.1:${port}`, `http://films.test:${port}`]) {
    await openBare(page, origin);
    const text = async (path: string) =>
      page.evaluate(
        async (url) => {
          const response = await fetch(url);
          return `${response.headers.get('content-type')} ${await response.text()}`;
        },
        await proxied(page, origin, `${out}${path}`),
      );
    expect(await text('/json')).toBe('application/json {"a":1}');
    expect(await text('/page')).toBe(`text/plain; charset=utf-8 ${PAGE}`);
    expect(await text('/list.m3u8')).toBe('application/vnd.apple.mpegurl #EXTM3U\n');

    const seen = await page.evaluate(
      async ([movie = '', captions = '', poster = '']) => {
        const image = new Image();
        image.src = poster;
        await image.decode();
        const video = document.createElement('video');
        const track = document.createElement('track');
        track.src = captions;
        track.default = true;
        video.muted = true;
        video.append(track);
        document.body.append(video);
        const loaded = new Promise((resolve) => track.addEventListener('load', resolve));
        video.src = movie;
        await new Promise((resolve) => video.addEventListener('loadeddata', resolve));
        await loaded;
        video.currentTime = video.duration / 2;
        await new Promise((resolve) => video.addEventListener('seeked', resolve));
        const cues = track.track.cues?.length;
        return { image: image.naturalWidth, at: video.currentTime / video.duration, cues };
      },
      await Promise.all(
        ['/film', '/captions.vtt', '/poster'].map((path) => proxied(page, origin, `${out}${path}`)),
      ),
    );
    expect(seen).toEqual({ image: 342, at: 0.5, cues: 1 });
    expect(await context.cookies()).toEqual([]);
  }
});

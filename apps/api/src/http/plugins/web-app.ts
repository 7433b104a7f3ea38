import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publicOrigin } from '#http/public-url.ts';
import { pageHeaders, pagePolicy, type PagePolicyOptions } from '#http/page-policy.ts';
import { sendNotFound } from './errors.ts';
import { MANIFEST_FILE, siteTextRoutes } from './site-texts.ts';

/**
 * Part of `/config.js`. Applies the chosen theme before the first paint, to avoid a flash. The page's own code applies
 * later changes. Key and day must match `web/data/preferences/theme.ts`.
 */
const EARLY_THEME = `try {
  var theme = null;
  try {
    theme = JSON.parse(localStorage.getItem('__MW::theme')).state.theme;
  } catch (nothingChosen) {
    var today = new Date();
    if (today.getMonth() === 3 && today.getDate() === 20) theme = 'teal';
  }
  if (theme) document.documentElement.dataset.theme = theme;
} catch (noPage) {}
`;

/**
 * Part of `/config.js`. Runs before the page's own code, and shows the page's error message if the page's scripts fail
 * to load.
 */
const EARLY_FAILURE = `window.addEventListener?.('error', function (event) {
  var screen = document.getElementById('not-started');
  if (screen && event.target instanceof HTMLScriptElement) screen.hidden = false;
}, true);
`;

export interface WebAppOptions extends PagePolicyOptions {
  /** The built client. */
  readonly root: string;
  readonly version: string;
  /** Values for `/config.js`. `{origin}` is replaced with this server's origin. */
  readonly clientConfig: Readonly<Record<string, string>>;
  /**
   * Issues a page token for the proxy, bound to the client's address. Unset without a proxy.
   */
  readonly issuePageToken?: ((ip: string) => Promise<string>) | undefined;
  /** Returns true if the user is on the server's machine, and no other machine can reach the server. */
  readonly isFromOperatorMachine: (request: FastifyRequest) => boolean;
  readonly hasDevPages: boolean;
}

/**
 * Replaces the service worker of an earlier web app if none is built. It deletes the caches and unregisters itself.
 * Otherwise, browsers would keep the old app forever.
 */
const RETIRING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) {
        client.navigate(client.url);
      }
    })(),
  );
});
`;

/** Variants of the page that preload modules of the player, or of Discover. */
const PRELOADING_PAGES = [
  [/^\/media\//, 'media.html'],
  [/^\/discover(?:[/?]|$)/, 'discover.html'],
] as const;

/** Paths of developer tools. If they are turned off, the app shows its "not found" page. */
const DEV_PAGES = /^\/dev(?:[/?]|$)/;

/** Serves the single-page app, its assets and `/config.js`. */
export const webApp = fastifyPlugin<WebAppOptions>(async (app, options) => {
  const isBuilt = existsSync(join(options.root, 'index.html'));
  if (!isBuilt) app.log.warn('web app not built, so only the API is served: run npm run build');

  app.get('/ping.txt', (_request, reply) => text(reply, 'text/plain', 'pong\n', 'no-store'));
  siteTextRoutes(app, options);
  if (!existsSync(join(options.root, 'sw.js'))) {
    app.get('/sw.js', (_request, reply) =>
      text(reply, 'text/javascript', RETIRING_WORKER, 'no-cache'),
    );
  }
  app.get('/config.js', async (request, reply) => {
    const token = await options.issuePageToken?.(request.ip);
    const values = {
      ...options.clientConfig,
      ...(token !== undefined && { PROXY_TOKEN: token }),
      ...(options.isFromOperatorMachine(request) && { IS_OWN_MACHINE: 'true' }),
    };
    const script = configScript(values, publicOrigin(request, options.publicUrl));
    // Keep other origins from reading or running this file, because the token is for pages of this origin.
    reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
    reply.header('cross-origin-resource-policy', 'same-origin');
    return text(reply, 'text/javascript', `${script}${EARLY_THEME}${EARLY_FAILURE}`, 'no-store');
  });

  // movie-web clients use this response to detect a server.
  const message = `Backend is working as expected (${options.version})`;
  const pages = PRELOADING_PAGES.filter(([, file]) => existsSync(join(options.root, file)));
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const preloading = pages.find(([path]) => path.test(request.url));
    const isOff = !options.hasDevPages && DEV_PAGES.test(request.url);
    return reply.code(isOff ? 404 : 200).sendFile(preloading?.[1] ?? 'index.html');
  };

  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: options.root,
      // Register a route for each existing file. User input then never becomes a file path.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}', MANIFEST_FILE],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.headers({
          'cache-control': cacheControlOf(path, options.root),
          vary: 'accept-encoding',
        });
        // Set the headers here, because browsers also apply those of a 304.
        if (isPage(path)) {
          reply.headers({
            ...pageHeaders(reply.request, options.publicUrl),
            'content-security-policy': pagePolicy(reply.request, options),
          });
          for (const name of READABLE_ELSEWHERE) reply.removeHeader(name);
        }
        if (isWorker(path)) reply.header('content-security-policy', WORKER_POLICY);
      },
    });
    app.get('/', (request, reply) => (wantsJson(request) ? { message } : page(request, reply)));
  }
  app.setNotFoundHandler((request, reply) =>
    isBuilt && wantsPage(request) ? page(request, reply) : sendNotFound(request, reply),
  );
});

/** Files with a hash in their name are immutable. Browsers must revalidate all others. */
function cacheControlOf(path: string, root: string): string {
  const isHashed = path.startsWith(join(root, 'assets/'));
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Headers to remove from pages, because other origins may read only the API. */
const READABLE_ELSEWHERE = ['access-control-allow-origin', 'access-control-expose-headers'];

const isPage = (path: string): boolean => /\.html(?:\.br|\.gz)?$/.test(path);

const isWorker = (path: string): boolean => /[\\/]sw\.js(?:\.br|\.gz)?$/.test(path);
/** A worker may connect only to this server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Returns true for navigations, and false for scripts with a wrong path and assets of old versions. */
function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accept = request.headers.accept ?? '';
  return isRead && accept.includes('text/html') && !request.url.startsWith('/assets/');
}

function text(reply: FastifyReply, type: string, body: string, cache: string) {
  return reply
    .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': cache })
    .send(body);
}

/**
 * Escapes JSON characters that would end the script element or that JavaScript strings don't allow.
 */
export function configScript(values: Readonly<Record<string, string>>, origin: string): string {
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replaceAll('{origin}', origin)]),
  );
  const json = JSON.stringify(filled, null, 2).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `window.__CONFIG__ = ${json};\n`;
}

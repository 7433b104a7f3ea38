import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EARLY_FAILURE } from '#http/early-failure.ts';
import { EARLY_THEME } from '#http/early-theme.ts';
import { openSearch } from '#http/open-search.ts';
import { publicOrigin } from '#http/public-url.ts';
import { pageHeaders, pagePolicy, type PagePolicyOptions } from '#http/page-policy.ts';
import { sendNotFound } from './errors.ts';

export interface WebAppOptions extends PagePolicyOptions {
  /** The built client. */
  readonly root: string;
  readonly version: string;
  /** What `/config.js` tells the page; `{origin}` becomes this server's address. */
  readonly clientConfig: Readonly<Record<string, string>>;
  /** Proof for the proxy that a page of this server asks, for the caller's address; unset: there is no proxy. */
  readonly issuePageToken?: ((ip: string) => Promise<string>) | undefined;
  /** Whether the visitor is at the machine that serves the page, and nobody else reaches it. */
  readonly isFromOperatorMachine: (request: FastifyRequest) => boolean;
  readonly hasDevPages: boolean;
  /** Told of every page that is sent: its path and query. */
  readonly onPage: (url: string) => void;
}

/**
 * Clients that were installed here before registered this very file, and so does the one that is built. Without a built one
 * this replaces them, forgets what they kept and leaves, or their visitors would stay on an old app for ever.
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

/** The same page, which also names what only the player needs, or only the rows of Discover. */
const PRELOADING_PAGES = [
  [/^\/media\//, 'media.html'],
  [/^\/discover(?:[/?]|$)/, 'discover.html'],
] as const;

/** Developer tools; where the operator wants none, the app shows its page for what is not there. */
const DEV_PAGES = /^\/dev(?:[/?]|$)/;

/** The single-page app and what it loads before anything else. */
export const webApp = fastifyPlugin<WebAppOptions>(async (app, options) => {
  const isBuilt = existsSync(join(options.root, 'index.html'));
  if (!isBuilt) app.log.warn('The web app is not built: only the API answers.');

  app.get('/ping.txt', (_request, reply) => text(reply, 'text/plain', 'pong\n', 'no-store'));
  app.get('/opensearch.xml', (request, reply) => {
    const description = openSearch(publicOrigin(request, options.publicUrl));
    return text(reply, 'application/opensearchdescription+xml', description, 'no-cache');
  });
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
    // The token is for pages of this origin: others may neither read nor run this file.
    reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
    reply.header('cross-origin-resource-policy', 'same-origin');
    return text(reply, 'text/javascript', `${script}${EARLY_THEME}${EARLY_FAILURE}`, 'no-store');
  });

  // Clients of the family ask a server whether it is one.
  const message = `Backend is working as expected (${options.version})`;
  const pages = PRELOADING_PAGES.filter(([, file]) => existsSync(join(options.root, file)));
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    options.onPage(request.url);
    const preloading = pages.find(([path]) => path.test(request.url));
    const isOff = !options.hasDevPages && DEV_PAGES.test(request.url);
    return reply.code(isOff ? 404 : 200).sendFile(preloading?.[1] ?? 'index.html');
  };

  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: options.root,
      // A route for each file that is there: no path of a visitor's making ever reaches the disk.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.headers({
          'cache-control': cacheControlOf(path, options.root),
          vary: 'accept-encoding',
        });
        // Here, because a browser that is told "not modified" takes over the headers that come with it.
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

/** Only what Vite put its hash into may be kept; everything else is asked for again. */
function cacheControlOf(path: string, root: string): string {
  const isHashed = path.startsWith(join(root, 'assets/'));
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Pages are for visitors; what other origins read is the API. */
const READABLE_ELSEWHERE = ['access-control-allow-origin', 'access-control-expose-headers'];

const isPage = (path: string): boolean => /\.html(?:\.br|\.gz)?$/.test(path);

const isWorker = (path: string): boolean => /[\\/]sw\.js(?:\.br|\.gz)?$/.test(path);
/** What a worker may ask for is said beside its own code, and it asks only this server. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** A browser that goes somewhere; not a script that mistyped a path, nor an asset of a version long gone. */
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

/** JSON may hold what ends a script, or a line that JavaScript would not take. */
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

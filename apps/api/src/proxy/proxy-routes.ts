import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toPublicError } from '#http/api-error.ts';
import { logRequestError } from '#http/log.ts';
import { publicHosts } from '#http/public-url.ts';
import {
  createCheckAccess,
  isPreflightAllowed,
  type CheckAccess,
  type ProxyAccessOptions,
  type ProxyRequest,
} from './access-policy.ts';
import { PROXIED_METHODS, type Forward, type ForwardError } from './forward.ts';
import { SANDBOX_HEADERS, isForwarded } from './headers.ts';

export interface ProxyOptions extends ProxyAccessOptions {
  readonly forward: Forward;
  readonly version: string;
  readonly publicUrl: string | undefined;
  /** Host names that serve the proxy; the default is all. */
  readonly servesHost?: ((hostname: string) => boolean) | undefined;
  readonly paths?: readonly string[];
  /** Whether the proxy is the only app. Then it answers unknown paths with 404. */
  readonly isStandalone?: boolean;
}

const MAX_UPLOAD_BYTES = 1024 * 1024;
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const PATHS = ['/proxy', '/proxy/'];
const METHODS = PROXIED_METHODS.join(', ');
const Query = z.object({ destination: z.string().optional(), token: z.string().optional() });

/**
 * Any page may read a response, so that it sees why it was rejected. Preflights have their own
 * handler.
 */
const config = { cors: { origin: '*', preflight: false }, isTransfer: true };

/**
 * `/proxy?destination=…`: the protocol of movie-web proxies, for responses that browsers may not
 * read directly.
 */
export function proxyRoutes(options: ProxyOptions): FastifyPluginAsync {
  const { isStandalone = false, servesHost = () => true, paths = PATHS } = options;
  const checked = { ...options, checkAccess: createCheckAccess(options) };
  return async (app) => {
    // Bodies are buffered as bytes, so that a redirect can send them again.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES },
      (_request, body, done) => done(null, body),
    );
    app.setErrorHandler((error, request, reply) => {
      const publicError = toPublicError(error);
      if (!publicError) logRequestError(request, error, 'proxy failed');
      return sendError(reply, publicError ?? { status: 500, message: 'Internal error' });
    });
    if (isStandalone) app.setNotFoundHandler((_request, reply) => sendError(reply, NOT_HERE));
    for (const url of paths) {
      app.route({
        method: [...PROXIED_METHODS, 'TRACE'],
        url,
        exposeHeadRoute: false,
        config,
        handler: (request, reply) =>
          servesHost(request.hostname)
            ? handleRequest(request, reply, checked)
            : sendError(reply, NOT_HERE),
      });
      app.options(url, { config }, (request, reply) =>
        servesHost(request.hostname)
          ? handlePreflight(request, reply, options)
          : sendError(reply, NOT_HERE),
      );
    }
  };
}

const NOT_HERE: ForwardError = { status: 404, message: "This server doesn't have a proxy here." };

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProxyOptions & { readonly checkAccess: CheckAccess },
): Promise<unknown> {
  const method = PROXIED_METHODS.find((proxied) => proxied === request.method);
  if (!method) {
    reply.header('allow', METHODS);
    return sendError(reply, { status: 405, message: `Only ${METHODS} requests can be proxied.` });
  }
  const { data: query } = Query.safeParse(request.query);
  if (!query) return sendError(reply, { status: 400, message: 'Specify exactly one destination.' });
  const { destination } = query;
  if (!destination) return { message: `Proxy is working as expected (v${options.version})` };

  const proxyRequest = toProxyRequest(request, query.token, options.publicUrl);
  const access = await options.checkAccess(proxyRequest);
  if (!access.isGranted) {
    // The format of movie-web proxies for a missing token.
    if (access.status === 401)
      return reply.code(401).headers(SANDBOX_HEADERS).send({ error: access.message });
    return sendError(reply, access);
  }
  if (access.freshToken !== undefined) reply.header('x-token', access.freshToken);
  const { isSignedIn, passesAuthorization } = access;
  const { publicHosts: hosts } = proxyRequest;
  const failure = await options.forward({
    request,
    reply,
    destination,
    method,
    isSignedIn,
    passesAuthorization,
    publicHosts: hosts,
  });
  return failure && sendError(reply, failure);
}

/**
 * Allows the proxied methods and the announced headers, if a request of this origin may be
 * accepted.
 */
async function handlePreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProxyOptions,
): Promise<FastifyReply> {
  const { data: query } = Query.safeParse(request.query);
  const proxyRequest = toProxyRequest(request, query?.token, options.publicUrl);
  reply.header('vary', 'Origin, Access-Control-Request-Headers');
  if (request.headers.origin !== undefined && !(await isPreflightAllowed(proxyRequest, options))) {
    return sendError(reply, {
      status: 403,
      message:
        "Pages of this origin can't use this proxy. If you run this server, add the origin to CORS_ORIGINS.",
    });
  }
  const announced = request.headers['access-control-request-headers'] ?? '';
  const used = announced
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name === 'x-token' || (name !== '' && isForwarded(name)));
  if (used.length > 0) reply.header('access-control-allow-headers', used.join(','));
  return reply
    .code(204)
    .headers({
      allow: METHODS,
      'access-control-allow-methods': METHODS,
      'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
    })
    .send();
}

const toProxyRequest = (
  request: FastifyRequest,
  pageToken: string | undefined,
  publicUrl: string | undefined,
): ProxyRequest => ({
  headers: request.headers,
  ip: request.ip,
  pageToken,
  publicHosts: publicHosts(request, publicUrl),
  signal: () => request.signal,
});

function sendError(
  reply: FastifyReply,
  { status, message, retryAfterSeconds }: ForwardError,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply
    .code(status)
    .headers(SANDBOX_HEADERS)
    .send({ url: '/proxy', statusCode: status, statusMessage: '', message });
}

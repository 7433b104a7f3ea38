import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { speakable } from '#http/api-error.ts';
import { ownHosts } from '#http/public-url.ts';
import {
  createCheckAccess,
  mayFollow,
  type CheckAccess,
  type ProxyAccessOptions,
  type ProxyVisit,
} from './access.ts';
import { PROXIED_METHODS, type Forward, type ProxyFailure } from './forward.ts';
import { BOX, isForwarded } from './headers.ts';

export interface ProxyOptions extends ProxyAccessOptions {
  readonly forward: Forward;
  readonly version: string;
  readonly publicUrl: string | undefined;
  /** Under which names of this server the proxy is to be found; unset: all. */
  readonly isHere?: ((hostname: string) => boolean) | undefined;
  readonly paths?: readonly string[];
  /** Whether nothing else is served, so that other paths are answered for too. */
  readonly isAlone?: boolean;
}

const MAX_UPLOAD_BYTES = 1024 * 1024;
const PREFLIGHT_KEPT_SECONDS = 86_400;
const PATHS = ['/proxy', '/proxy/'];
const METHODS = PROXIED_METHODS.join(', ');
const Method = z.enum(PROXIED_METHODS);
const Query = z.object({ destination: z.string().optional(), token: z.string().optional() });

/** Every page may read an answer, so that it learns why it was refused. Preflights have a handler of their own. */
const config = { cors: { origin: '*', preflight: false } };

/** `/proxy?destination=…`: the published protocol of proxy workers, for answers that a browser may not read itself. */
export function proxyRoutes(options: ProxyOptions): FastifyPluginAsync {
  const { isAlone = false, isHere = () => true, paths = PATHS } = options;
  const checkAccess = createCheckAccess(options);
  return async (app) => {
    // Whatever is sent is bytes to us, and few, so that a redirect may ask for them again.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES },
      (_request, body, done) => done(null, body),
    );
    app.setErrorHandler((error, request, reply) => {
      const known = speakable(error);
      if (!known) request.log.error({ err: error }, 'The proxy failed');
      return fail(reply, known ?? { status: 500, message: 'Internal error' });
    });
    if (isAlone) app.setNotFoundHandler((_request, reply) => fail(reply, ABSENT));
    for (const url of paths) {
      app.route({
        method: [...PROXIED_METHODS, 'TRACE'],
        url,
        exposeHeadRoute: false,
        config,
        handler: (request, reply) =>
          isHere(request.hostname)
            ? answer(request, reply, { ...options, checkAccess })
            : fail(reply, ABSENT),
      });
      app.options(url, { config }, (request, reply) =>
        isHere(request.hostname) ? answerPreflight(request, reply, options) : fail(reply, ABSENT),
      );
    }
  };
}

const ABSENT: ProxyFailure = { status: 404, message: 'There is no proxy here.' };

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProxyOptions & { readonly checkAccess: CheckAccess },
): Promise<unknown> {
  const { data: method } = Method.safeParse(request.method);
  if (!method) {
    reply.header('allow', METHODS);
    return fail(reply, { status: 405, message: `Only ${METHODS} are proxied.` });
  }
  const { data: query } = Query.safeParse(request.query);
  if (!query) return fail(reply, { status: 400, message: 'There can be one destination only.' });
  const { destination } = query;
  if (!destination) return { message: `Proxy is working as expected (v${options.version})` };

  const visit = visitOf(request, query.token, options.publicUrl);
  const access = await options.checkAccess(visit);
  if (!access.isGranted) {
    // The published protocol has this shape where a token is missing.
    if (access.status === 401) return reply.code(401).headers(BOX).send({ error: access.message });
    return fail(reply, access);
  }
  if (access.freshToken !== undefined) reply.header('x-token', access.freshToken);
  const { isSignedIn, passesAuthorization } = access;
  const { ownHosts: hosts } = visit;
  const failure = await options.forward({
    request,
    reply,
    destination,
    method,
    isSignedIn,
    passesAuthorization,
    ownHosts: hosts,
  });
  return failure && fail(reply, failure);
}

/** Promises what is done: the methods that are proxied and the headers that are used, to whom a request may be allowed. */
async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProxyOptions,
): Promise<FastifyReply> {
  const { data: query } = Query.safeParse(request.query);
  const visit = visitOf(request, query?.token, options.publicUrl);
  reply.header('vary', 'Origin, Access-Control-Request-Headers');
  if (request.headers.origin !== undefined && !(await mayFollow(visit, options))) {
    return fail(reply, {
      status: 403,
      message: 'Pages of this origin may not use this proxy; its operator can list it.',
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
      'access-control-max-age': PREFLIGHT_KEPT_SECONDS,
    })
    .send();
}

const visitOf = (
  request: FastifyRequest,
  pageToken: string | undefined,
  publicUrl: string | undefined,
): ProxyVisit => ({
  headers: request.headers,
  ip: request.ip,
  pageToken,
  ownHosts: ownHosts(request, publicUrl),
  signal: () => request.signal,
});

function fail(
  reply: FastifyReply,
  { status, message, retryAfterSeconds }: ProxyFailure,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  return reply
    .code(status)
    .headers(BOX)
    .send({ url: '/proxy', statusCode: status, statusMessage: '', message });
}

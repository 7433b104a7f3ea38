import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { speakable } from '#http/api-error.ts';
import { ownHosts } from '#http/origin.ts';
import { whyRefused } from '#proxy/admission.ts';
import type { Forward, ProxyFailure } from '#proxy/forward.ts';
import { BOX } from '#proxy/headers.ts';
import type { HumanTokens } from '#proxy/human-tokens.ts';

export interface ProxyOptions {
  readonly forward: Forward;
  readonly version: string;
  readonly publicUrl: string | undefined;
  /** Other origins whose pages may use the proxy. */
  readonly origins: readonly string[];
  /** Unset where everybody whose page may use the proxy is believed to be a person. */
  readonly humanTokens?: HumanTokens | undefined;
  /** Under which names of this server the proxy is to be found; unset: all. */
  readonly isHere?: ((hostname: string) => boolean) | undefined;
  readonly paths?: readonly string[];
  /** Whether nothing else is served, so that other paths are answered for too. */
  readonly isAlone?: boolean;
}

const MAX_UPLOAD_BYTES = 1024 * 1024;
const PATHS = ['/proxy', '/proxy/'];
const Method = z.enum(['GET', 'HEAD', 'POST']);
const Query = z.object({ destination: z.string().optional() });

/** `/proxy?destination=…`: the published protocol of proxy workers, for answers that a browser may not read itself. */
export function proxyRoutes(options: ProxyOptions): FastifyPluginAsync {
  const { isAlone = false, isHere = () => true, paths = PATHS } = options;
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
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          isHere(request.hostname) ? answer(request, reply, options) : fail(reply, ABSENT),
      });
    }
  };
}

const ABSENT: ProxyFailure = { status: 404, message: 'There is no proxy here.' };

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { forward, version, publicUrl, origins, humanTokens }: ProxyOptions,
): Promise<unknown> {
  const { data: method } = Method.safeParse(request.method);
  if (!method) {
    reply.header('allow', 'GET, HEAD, POST');
    return fail(reply, { status: 405, message: 'Only GET, HEAD and POST are proxied.' });
  }
  const { data: query } = Query.safeParse(request.query);
  if (!query) return fail(reply, { status: 400, message: 'There can be one destination only.' });
  const { destination } = query;
  if (!destination) return { message: `Proxy is working as expected (v${version})` };

  const hosts = ownHosts(request, publicUrl);
  // Open to everybody's pages, it could be everybody's tool; so they have to show that there are people behind them.
  const trusted = humanTokens ? origins : origins.filter((origin) => origin !== '*');
  const refusal = whyRefused(request.headers, { ownHosts: hosts, origins: trusted });
  if (refusal) return fail(reply, { status: 403, message: refusal });
  if (humanTokens && !(await isHuman(request, reply, humanTokens))) {
    return reply.code(401).headers(BOX).send({ error: 'Invalid or missing token' });
  }

  const failure = await forward({ request, reply, destination, method, ownHosts: hosts });
  return failure && fail(reply, failure);
}

async function isHuman(
  request: FastifyRequest,
  reply: FastifyReply,
  humanTokens: HumanTokens,
): Promise<boolean> {
  const token = request.headers['x-token'];
  const checked = await humanTokens.check(
    typeof token === 'string' ? token : undefined,
    request.ip,
    request.signal,
  );
  if (checked.accepted && checked.fresh !== undefined) reply.header('x-token', checked.fresh);
  return checked.accepted;
}

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

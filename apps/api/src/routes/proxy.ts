import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { speakable } from '#http/api-error.ts';
import { ownHosts } from '#http/origin.ts';
import { whyRefused } from '#proxy/admission.ts';
import { failure, type Forward, type ProxyFailure } from '#proxy/forward.ts';
import { BOX, towardsClient } from '#proxy/headers.ts';

export interface ProxyOptions {
  readonly forward: Forward;
  readonly version: string;
  readonly publicUrl: string | undefined;
  /** Other origins whose pages may use the proxy. */
  readonly origins: readonly string[];
}

const MAX_UPLOAD_BYTES = 1024 * 1024;
const Method = z.enum(['GET', 'HEAD', 'POST']);
const Query = z.object({ destination: z.string().optional() });

/** `/proxy?destination=…`: the published protocol of proxy workers, for answers that a browser may not read itself. */
export function proxyRoutes(options: ProxyOptions): FastifyPluginAsync {
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
      return fail(reply, failure(known?.status ?? 500, known?.message ?? 'Internal error'));
    });
    for (const url of ['/proxy', '/proxy/']) {
      app.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(request, reply, options),
      });
    }
  };
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { forward, version, publicUrl, origins }: ProxyOptions,
): Promise<unknown> {
  const { data: method } = Method.safeParse(request.method);
  if (!method) {
    reply.header('allow', 'GET, HEAD, POST');
    return fail(reply, failure(405, 'Only GET, HEAD and POST are proxied.'));
  }
  const { data: query } = Query.safeParse(request.query);
  if (!query) return fail(reply, failure(400, 'There can be one destination only.'));
  const { destination } = query;
  if (!destination) return { message: `Proxy is working as expected (v${version})` };

  const hosts = ownHosts(request, publicUrl);
  const refusal = whyRefused(request.headers, { ownHosts: hosts, origins });
  if (refusal) return fail(reply, failure(403, refusal));

  const result = await forward({ request, reply, destination, method, ownHosts: hosts });
  if (result.failed) return fail(reply, result);
  reply.code(result.status).headers(towardsClient(result));
  if (method !== 'HEAD') return reply.send(result.body);
  result.body.destroy();
  return reply.send();
}

function fail(reply: FastifyReply, { status, message }: ProxyFailure): FastifyReply {
  if (status === 429) reply.header('retry-after', '5');
  return reply
    .code(status)
    .headers(BOX)
    .send({ url: '/proxy', statusCode: status, statusMessage: '', message });
}
